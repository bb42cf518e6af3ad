/** Stands for the service, whatever its address. */
const SERVICE = 'http://service.invalid';

/** Only pages of this service, whatever a link says: read as browsers do, which drop tabs and turn backslashes round. */
export function pathOnly(path: string): string {
  const url = URL.canParse(path, SERVICE) ? new URL(path, SERVICE) : undefined;
  // A path of two slashes, such as that of /.//host, names a host where it is read again.
  if (url?.origin !== SERVICE || url.pathname.startsWith('//') || !path.startsWith('/')) return '/workbooks';
  return url.pathname + url.search + url.hash;
}
