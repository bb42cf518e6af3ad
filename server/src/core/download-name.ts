const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const bare = /;\s*filename\s*=\s*([^;"\s]+)/i;

/** The file name of a download: from its Content-Disposition, else the last segment of its URL. */
export function downloadName(url: URL, disposition = ''): string {
  const written = quoted.exec(disposition)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(disposition)?.[1];
  const promised = percentDecoded(extended.exec(disposition)?.[1]) ?? (written && asUtf8(written));
  return promised || (percentDecoded(url.pathname.split('/').at(-1)) ?? '');
}

function percentDecoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Header values are read as Latin-1, but many servers write UTF-8 into them. */
function asUtf8(value: string): string {
  const decoded = Buffer.from(value, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? value : decoded;
}
