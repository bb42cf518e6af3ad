/** The ids of one picture do not meet those of another on the same page. */
export function withOwnIds(svg: string, prefix: string): string {
  return svg.replace(/(\sid="|url\(#)/g, `$1${prefix}`);
}
