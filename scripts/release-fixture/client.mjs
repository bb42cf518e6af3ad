/** @typedef {{ fields?: Record<string, string>, file: { name: string, base64: string } }} Form */

/** Calls a release of the service, which may lack what later ones have. */
export class ReleaseClient {
  constructor(url, paths) {
    this.url = url;
    /** Of its OpenAPI document. */
    this.paths = paths;
    this.token = undefined;
  }

  static async open(url) {
    const document = await (await fetch(`${url}/openapi.json`)).json();
    return new ReleaseClient(url, document.paths);
  }

  /** Whether the release has an endpoint, with `{}` for each parameter of its path. */
  has(method, path) {
    const wanted = path.replaceAll(/\{[^}]*\}/g, '{}');
    return Object.entries(this.paths).some(
      ([known, methods]) =>
        known.replaceAll(/\{[^}]*\}/g, '{}') === wanted && method.toLowerCase() in methods,
    );
  }

  /**
   * Sends a request; waits and repeats it where the rate limit asks for that.
   * @param {string} method
   * @param {string} path
   * @param {{ body?: object, form?: Form, key?: string, token?: string }} [options]
   */
  async send(method, path, options = {}) {
    const { body, form, key, token = this.token } = options;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: formData(form) }),
    });
    const type = (response.headers.get('content-type') ?? '').split(';')[0];
    // Nothing that is recorded names the port.
    const text = (await response.text()).replaceAll(this.url, 'http://service');
    if (response.status === 429) {
      await new Promise((resolve) =>
        setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)),
      );
      return await this.send(method, path, options);
    }
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    return {
      status: response.status,
      type,
      replayed,
      body: /[/+]json$/.test(type) ? JSON.parse(text) : text,
    };
  }
}

/** @param {Form} form */
function formData({ fields = {}, file }) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.set('file', new Blob([Buffer.from(file.base64, 'base64')]), file.name);
  return data;
}
