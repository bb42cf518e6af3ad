import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Browser } from './browser.js';
import type { CalledService } from './service.js';

const REDIRECT = 'http://127.0.0.1:7777/callback';

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
}

interface Asked {
  scope?: string | undefined;
  resource?: string | undefined;
  redirect_uri?: string;
}

/** An app that registers at the service, and is let in by users with their browsers. */
export class App {
  readonly verifier = randomBytes(32).toString('base64url');

  private constructor(
    private readonly url: string,
    readonly client: { client_id: string; client_secret?: string },
    /** Which node of the service at that address gets what the app itself asks. */
    private readonly node = url,
  ) {}

  static async register(url: string, metadata: object = {}): Promise<App> {
    const response = await register(url, metadata);
    if (response.status !== 201) throw new Error(await response.text());
    return new App(url, (await response.json()) as App['client']);
  }

  /** Where the app leads the browser of a user. */
  begin({ scope, resource = `${this.url}/mcp`, redirect_uri = REDIRECT }: Asked = {}): URL {
    const search = new URLSearchParams({
      response_type: 'code',
      client_id: this.client.client_id,
      redirect_uri,
      state: 'as sent',
      resource,
      ...(scope !== undefined && { scope }),
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return new URL(`${this.url}/oauth/authorize?${search}`);
  }

  /** The address to which the browser of a user is led back who decides so. */
  async answerOf(browser: Browser, decision: object | 'deny', asked: Asked = {}): Promise<URL> {
    const consent = await browser.follow(this.begin(asked), `${this.url}/oauth/consent/`);
    return await decideAt(browser, this.url, consent, decision, asked.redirect_uri);
  }

  async redeem(code: string | null, more: Record<string, string> = {}): Promise<Response> {
    return await this.ask({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: REDIRECT,
      code_verifier: this.verifier,
      ...more,
    });
  }

  /** The tokens that come in place of earlier ones. */
  async renew(token: string, more: Record<string, string> = {}): Promise<Tokens> {
    return (await (await this.refresh(token, more)).json()) as Tokens;
  }

  async refresh(token: string, more: Record<string, string> = {}): Promise<Response> {
    return await this.ask({ grant_type: 'refresh_token', refresh_token: token, ...more });
  }

  async ask(form: Record<string, string>, path = '/oauth/token'): Promise<Response> {
    const body = new URLSearchParams({ ...this.client, ...form });
    return this.node === this.url
      ? await fetch(this.url + path, { method: 'POST', body })
      : await postTo(this.node + path, new URL(this.url).host, body.toString());
  }

  /** Let in by whoever is signed in at a browser. */
  async tokens(browser: Browser, decision: object, asked: Asked = {}): Promise<Tokens> {
    const answer = await this.answerOf(browser, decision, asked);
    return (await (await this.redeem(answer.searchParams.get('code'))).json()) as Tokens;
  }

  /** The same app where a proxy sends its calls to another node. */
  at(node: string): App {
    return Object.assign(new App(this.url, this.client, node), { verifier: this.verifier });
  }
}

/** A user decides on the page to which an app led, and is led back to the app. */
export async function decideAt(
  browser: Browser,
  url: string,
  consent: URL,
  decision: object | 'deny',
  redirect = REDIRECT,
): Promise<URL> {
  const asked = `${url}/api/auth/apps/requests/${consent.pathname.split('/').at(-1)}`;
  const decided =
    decision === 'deny'
      ? await browser.post(`${asked}/deny`, {})
      : await browser.post(`${asked}/approve`, decision);
  const { continue_at: next } = (await decided.json()) as { continue_at: string };
  return await browser.follow(url + next, redirect);
}

export async function register(url: string, metadata: object = {}): Promise<Response> {
  return await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Ledger helper',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  });
}

/** A browser with a session of the console. */
export async function signedInBrowser(service: CalledService, who = service.user): Promise<Browser> {
  const browser = new Browser();
  const response = await browser.post(`${service.url}/api/auth/login`, { ...who, cookie: true });
  if (response.status !== 200) throw new Error(`sign-in was answered with ${response.status}`);
  return browser;
}

/** As a proxy does: to a node, for the host by which the service is known. */
async function postTo(address: string, host: string, body: string): Promise<Response> {
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(address, { method: 'POST', headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return new Response(await text(answer), { status: answer.statusCode ?? 0 });
}
