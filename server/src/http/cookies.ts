/** The value of a cookie in a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  return header
    ?.split(/; */)
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

export interface Cookie {
  name: string;
  value: string;
  /** The cookie goes only to pages below it, and only over TLS if it is https. */
  url: string;
  /** 0 deletes the cookie. */
  seconds: number;
}

/** A Set-Cookie header. Scripts cannot read the cookie, and requests from other sites bring it only when they are links. */
export function writeCookie({ name, value, url, seconds }: Cookie): string {
  const { pathname, protocol } = new URL(url);
  const attributes = [
    `${name}=${value}`,
    `Path=${pathname}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  return [...attributes, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ');
}
