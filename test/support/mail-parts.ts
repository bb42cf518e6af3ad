/** A message or a part of one, as mail programs take it apart. */
export interface MailPart {
  /** By names in small letters; lines that were folded are whole again. */
  headers: Map<string, string>;
  type: string;
  /** Of a part that has no parts itself. */
  content: Buffer;
  parts: MailPart[];
}

export function parseMail(raw: string): MailPart {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      return [name.toLowerCase(), decodedWords(value)];
    }),
  );
  const given = headers.get('content-type') ?? 'text/plain';
  const [, boundary] = /boundary="?([^";]+)"?/.exec(given) ?? [];
  const inner = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  return {
    headers,
    type: given.split(';')[0] as string,
    content: decoded(body, headers.get('content-transfer-encoding')),
    parts: inner.map((part) => parseMail(part.replace(/^\r\n|\r\n$/g, ''))),
  };
}

/** All parts that have no parts, by their types. */
export function leavesOf(part: MailPart): MailPart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

function decoded(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : Buffer.from(body);
}

/** Words of a header that are not ASCII (RFC 2047). */
function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      (how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : unquoted(text.replaceAll('_', ' '))
      ).toString(),
    );
}

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
