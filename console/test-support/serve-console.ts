import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { TestService } from '../../test/support/service.js';
import { findChromium } from './chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the service whose console the stories use. */
    consoleUrl: string;
    /** The address of the browser that they use it in. */
    browserUrl: string;
  }
}

/** One service and one browser for all stories: starting them takes longer than most stories. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { remove, ...found } = await findChromium();
  const [browser, service] = await Promise.all([
    chromium.launchServer({
      ...found,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    }),
    // A formula over more than a few cells is computed by a job, as it is over many.
    TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true', SVC_FORMULA_REQUEST_CELLS: '3' } }),
  ]);
  project.provide('consoleUrl', service.url);
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await Promise.all([browser.close(), service.dispose()]);
    await remove();
  };
}
