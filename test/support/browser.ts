/** Keeps cookies and follows redirects one by one, so that a test can stop and change them on the way. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; host: string; path: string }>();

  /** The Cookie header of a request to this address. */
  cookiesFor(url: string | URL): string {
    const { host, pathname } = new URL(url);
    return [...this.#cookies]
      .filter(([, cookie]) => cookie.host === host && pathname.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  /** What a page of the service calls has its origin. */
  async post(url: string | URL, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
    return await this.open(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async open(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.cookiesFor(url), ...init.headers };
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const path = /; *path=([^;]*)/i.exec(cookie)?.[1] ?? '/';
      this.#cookies.set(name, { value, host: new URL(url).host, path });
    }
    return response;
  }

  /** Opens each address that it is sent to, up to the first that begins with `until`, which it returns unopened. */
  async follow(from: string | URL, until: string): Promise<URL> {
    for (let url = new URL(from), hops = 0; hops < 10; hops++) {
      const location = (await this.open(url)).headers.get('location');
      if (location === null) throw new Error(`${url} leads nowhere`);
      url = new URL(location, url);
      if (url.href.startsWith(until)) return url;
    }
    throw new Error(`${from} does not lead to ${until}`);
  }
}
