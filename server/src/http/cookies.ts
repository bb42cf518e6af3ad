/** The value of a cookie in a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  return header
    ?.split(/; */)
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

interface Cookie {
  name: string;
  value: string;
  /** The cookie goes only to pages below it, and only over TLS if it is https. */
  url: string;
  /** 0 deletes the cookie. */
  seconds: number;
  /** Which requests from other sites bring it: those of links, if absent, or none. */
  sameSite?: 'Lax' | 'Strict';
}

/** A Set-Cookie header. Scripts cannot read the cookie. */
export function writeCookie({ name, value, url, seconds, sameSite = 'Lax' }: Cookie): string {
  const { pathname, protocol } = new URL(url);
  const attributes = [
    `${name}=${value}`,
    `Path=${pathname}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ];
  return [...attributes, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ');
}
