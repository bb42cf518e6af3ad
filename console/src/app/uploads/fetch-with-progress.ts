/** Answers with these statuses have no body, not even an empty one. */
const withoutBody = new Set([204, 205, 304]);

/**
 * A `fetch` that tells how much of a body is sent, which the one of browsers does not. It is made for calls of the client:
 * the body is sent whole, and the answer arrives whole.
 */
export function fetchWithProgress(onSent: (bytes: number, total: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise<Response>((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, String(address));
      request.responseType = 'blob';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
      request.onload = () => {
        const { status, statusText } = request;
        const content = withoutBody.has(status) ? null : (request.response as Blob);
        resolve(new Response(content, { status, statusText, headers: headersIn(request) }));
      };
      request.onerror = () => reject(new TypeError('The connection was lost.'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
}

function headersIn(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
}
