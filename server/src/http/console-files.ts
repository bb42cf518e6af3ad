import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { htmlPage, pageHeaders } from './page.js';

/** The addresses of the console; what they show is decided in the browser. */
const PAGES = [
  '/',
  '/sign-in',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/invitations/*',
  '/workbooks',
  '/workbooks/*',
  '/settings',
  '/settings/*',
  '/oauth/consent/*',
  '/oauth/device',
  '/oauth/refused',
];

const ASSETS = '/assets/';

/** Whether a route, by its pattern, is a console page or one of its assets. */
export const isOfConsole = (route = '') => PAGES.includes(route) || route.startsWith(ASSETS);

/** Every asset is named by its content. */
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Serves the built console: its one page at each of its addresses, and its assets. Returns what sends that page elsewhere. */
export async function registerConsole(
  app: FastifyInstance,
  folder: string,
  { publicUrl, onOpen }: { publicUrl: string | undefined; onOpen: () => void },
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) {
    const content =
      '<p>The console is not built. Run <code>npm run build</code>, and start the service again.</p>';
    for (const path of PAGES)
      app.get(path, { schema: { hide: true } }, async (_, reply) =>
        reply.code(503).headers(pageHeaders).send(htmlPage('Workbook Data Service', content)),
      );
    return undefined;
  }
  const base = pathOf(publicUrl);
  const page = (await readFile(index, 'utf8')).replace('href="/"', `href="${base}"`);
  const sendPage = (reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': consolePolicy(nonce),
        'cache-control': 'no-cache',
      })
      .send(page.replaceAll('__NONCE__', nonce));
  };
  for (const path of PAGES)
    app.get(path, { schema: { hide: true } }, async ({ url }, reply) => {
      onOpen();
      const links = firstReadsOf(url).map((read) => `<${base}${read}>; rel=preload; as=fetch; crossorigin`);
      if (links.length > 0) reply.header('link', links.join(', '));
      return sendPage(reply);
    });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: ASSETS,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
  });
  return sendPage;
}

/** As many as the grid of the console reads at once: another number would read them twice. */
const FIRST_ROWS = 200;

/** Requests a page makes first, so that the browser can preload them before its script has loaded. */
function firstReadsOf(url: string): string[] {
  const rows = firstRowsOf(url);
  const isSignedIn = /^\/(workbooks|settings)(?![^/?])/.test(url);
  return [...(rows ? [rows] : []), ...(isSignedIn ? ['api/auth/session'] : [])];
}

/** Of the page of a table. One that shows other rows asks by itself. */
function firstRowsOf(url: string): string | undefined {
  const [, workbook, table, search] = /^\/workbooks\/([^/?]+)\/tables\/([^/?]+)(?:\?(.*))?$/.exec(url) ?? [];
  if (!workbook || !table) return undefined;
  const given = new URLSearchParams(search);
  if (['sort', 'filter', 'as_of', 'view'].some((name) => given.has(name))) return undefined;
  try {
    const [id, name] = [workbook, table].map((part) => encodeURIComponent(decodeURIComponent(part)));
    return `api/v1/workbooks/${id}/tables/${name}/rows?limit=${FIRST_ROWS}`;
  } catch {
    // A broken escape: such a page asks for nothing.
    return undefined;
  }
}

/** The service may be reached below a path. */
function pathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '/' : `${new URL(publicUrl).pathname.replace(/\/$/, '')}/`;
}

/**
 * Scripts and calls of the service alone. Style sheets with the nonce are those of the code editor, which makes them
 * as it goes.
 */
function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
