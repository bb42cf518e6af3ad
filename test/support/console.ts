import { join } from 'node:path';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { onDemand } from '../../server/test-support/on-demand.js';
import { patience } from '../../server/test-support/patience.js';
import type { Api } from './api.js';
import { CalledService } from './service.js';

/** Kept for the documentation where UPDATE_DOCS is set. */
const PICTURES = new URL('../../docs/pictures/', import.meta.url).pathname;

/** How long a step may take. */
const STEP_MS = 120_000;

/** The console in a browser, which all files share, and a user with a workspace of their own for the stories of one file. */
export class ConsoleWorld {
  private constructor(
    readonly service: CalledService,
    /** Absent where none can be had: stories are skipped then. */
    private readonly browser: Browser | undefined,
    readonly user: { email: string; password: string },
    /** As the user. */
    readonly api: Api,
  ) {}

  /** On the service that all stories share, unless a story needs settings of its own. */
  static async start(own?: CalledService): Promise<ConsoleWorld> {
    const { serviceUrl, browserUrl } = await onDemand('console');
    const [service, browser] = await Promise.all([
      own ?? CalledService.at(serviceUrl),
      browserUrl === '' ? undefined : chromium.connect(browserUrl),
    ]);
    const user = own ? own.user : await service.register();
    return new ConsoleWorld(service, browser, user, await service.signIn(user));
  }

  /** A browser of its own for the test that asks, signed in; at 1280 x 800 and in English unless told otherwise. */
  async signIn({ language = 'en-US', width = 1280, height = 800, who = this.user } = {}): Promise<Page> {
    const context = await this.#newContext({ viewport: { width, height }, locale: language });
    const answer = await context.request.post('/api/auth/login', { data: { ...who, cookie: true } });
    expect(answer.status()).toBe(200);
    return await context.newPage();
  }

  /** Somebody with an empty workspace, signed in. */
  async signInNewcomer(): Promise<Page> {
    return await this.signIn({ who: await this.service.register() });
  }

  /** Somebody who is not signed in. */
  async visit(language = 'en-US'): Promise<Page> {
    return await (await this.#newContext({ locale: language })).newPage();
  }

  async #newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    if (!this.browser) throw new Error('There is no browser, and the story was not skipped.');
    const context = await this.browser.newContext({
      baseURL: this.service.url,
      reducedMotion: 'reduce',
      ...options,
    });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(patience(STEP_MS));
    failOnViolations(context);
    return context;
  }

  /** Leaves the browser to the others. */
  async dispose(): Promise<void> {
    await this.browser?.close();
  }
}

/** An error in the page, and whatever the content security policy had to stop, is a failure of the story. */
function failOnViolations(context: BrowserContext): void {
  context.on('weberror', (error) => {
    throw error.error();
  });
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) throw new Error(message.text());
  });
}

/** Like `expect.poll`, with the patience of a browser on a busy machine. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: patience(STEP_MS), interval: 100 });
}

/** Keeps a picture of the page for docs/console.md. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.UPDATE_DOCS)
    await page.screenshot({ path: join(PICTURES, `console-${name}.png`), animations: 'disabled' });
}

/** What keeps people with a screen reader or without a mouse from using the page. */
export async function seriousFaults(page: Page): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Of the other results only the numbers count; describing their elements takes most of the time.
  const run = "axe.run(document, { resultTypes: ['violations'] })";
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
