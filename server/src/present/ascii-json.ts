/** JSON for a header, which has only ASCII. */
export function asciiJson(body: unknown): string {
  return JSON.stringify(body).replaceAll(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
