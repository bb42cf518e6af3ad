import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Undefined where it is not installed. */
export const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

interface Page {
  /** Scripts by path; `/main.js` is the first. Its page ends when it posts its outcome to `/done`. */
  scripts: Record<string, string>;
  /** The service, which answers below `/api/` of the page's own origin, as behind a proxy. */
  serviceUrl: string;
  /** For what the browser writes. */
  folder: string;
}

/** Opens a page in Chromium, and returns its outcome. */
export async function openInChromium({ scripts, serviceUrl, folder }: Page): Promise<string> {
  let finish = (_outcome: string): void => {};
  const outcome = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const server = createServer(async (incoming, outgoing) => {
    const { url = '' } = incoming;
    if (url.startsWith('/api/')) return forward(serviceUrl, incoming, outgoing);
    if (url === '/done') finish(await text(incoming));
    const script = scripts[url];
    outgoing.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    outgoing.end(script ?? '<!doctype html><script type="module" src="/main.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`];
  const browser = spawn(chromium as string, [...flags, `http://127.0.0.1:${port}/`], { stdio: 'ignore' });
  try {
    return await outcome;
  } finally {
    const ended = once(browser, 'exit');
    browser.kill();
    await ended;
    server.close();
    server.closeAllConnections();
  }
}

function forward(serviceUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const { host: _, origin: __, ...others } = headers;
  const forwarded = request(serviceUrl + url, { method, headers: others }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
}
