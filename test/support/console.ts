import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { owner, type StartOptions, TestService } from './service.js';

/** Kept for the documentation where UPDATE_DOCS is set. */
const PICTURES = new URL('../../docs/pictures/', import.meta.url).pathname;

/** The service and a browser with its console, for the stories of one file. */
export class ConsoleWorld {
  private constructor(
    readonly service: TestService,
    private readonly browser: Browser,
  ) {}

  static async start(options: StartOptions = {}): Promise<ConsoleWorld> {
    const [service, browser] = await Promise.all([TestService.start(options), startBrowser()]);
    return new ConsoleWorld(service, browser);
  }

  /** A browser of its own, signed in as somebody; at 1280 x 800 and in English unless told otherwise. */
  async signIn(who = owner, { language = 'en-US', width = 1280, height = 800 } = {}): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.service.url,
      viewport: { width, height },
      locale: language,
    });
    context.setDefaultTimeout(45_000);
    failOnViolations(context);
    const answer = await context.request.post('/api/auth/login', { data: { ...who, cookie: true } });
    expect(answer.status()).toBe(200);
    return await context.newPage();
  }

  /** Somebody who is not signed in. */
  async visit(): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: this.service.url, locale: 'en-US' });
    context.setDefaultTimeout(45_000);
    failOnViolations(context);
    return await context.newPage();
  }

  async dispose(): Promise<void> {
    await this.browser.close();
    await this.service.dispose();
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
  return expect.poll(read, { timeout: 20_000 });
}

/** Keeps a picture of the page for docs/console.md. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.UPDATE_DOCS)
    await page.screenshot({ path: join(PICTURES, `console-${name}.png`), animations: 'disabled' });
}

/** What keeps people with a screen reader or without a mouse from using the page. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    ...inject('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
