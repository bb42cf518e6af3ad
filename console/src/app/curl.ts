import { basePath } from './service.js';

export const serviceAddress: string = location.origin + basePath;

/** What the shell takes as it stands. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Call {
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  /** Makes it a POST. */
  body?: unknown;
}

/** A call of the API as a command, for a shell in which TOKEN is set. */
export function curlOf({ path, query = {}, body }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const parts = [
    `curl${given.length > 0 ? ' -G' : ''} ${quoted(serviceAddress + path)}`,
    '-H "authorization: Bearer $TOKEN"',
    ...given.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(' \\\n  ');
}
