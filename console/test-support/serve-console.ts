import { chromium } from 'playwright-core';
import {
  type FakeGoogleDrive,
  googleTypes,
  startFakeGoogleDrive,
} from '../../server/test-support/fake-google-drive.js';
import type { Started } from '../../server/test-support/global-setup.js';
import { TestService } from '../../test/support/service.js';
import { findChromium, NoChromium } from './chromium.js';

export interface SharedConsole {
  /** The address of the service whose console the stories use. */
  serviceUrl: string;
  /** The address of the browser that they use it in; empty where there is none. */
  browserUrl: string;
  /** Why there is none, else empty. */
  whyNoBrowser: string;
}

/** One service and one browser for all stories: starting them takes longer than most stories. */
export async function serveConsole(): Promise<Started<SharedConsole>> {
  const drive = await startDrive();
  const [browser, service] = await Promise.all([
    startBrowser(),
    TestService.start({
      env: {
        SVC_OPEN_REGISTRATION: 'true',
        // A formula over more than a few cells is computed by a job, as it is over many.
        SVC_FORMULA_REQUEST_CELLS: '3',
        SVC_ALLOW_PRIVATE_NETWORK: 'true',
        ...drive.variables,
      },
    }),
  ]);
  return {
    value: { serviceUrl: service.url, browserUrl: browser.url, whyNoBrowser: browser.whyNone },
    stop: async () => {
      await Promise.all([browser.stop(), service.dispose(), drive.stop()]);
    },
  };
}

/** Where no browser can be had, the stories are skipped, loudly; not in CI, where that would be a fault nobody sees. */
async function startBrowser(): Promise<{ url: string; whyNone: string; stop(): Promise<void> }> {
  try {
    const { remove, ...found } = await findChromium();
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    const browser = await chromium.launchServer({ ...found, args: [...args, '--disable-component-update'] });
    const stop = async () => {
      await browser.close();
      await remove();
    };
    return { url: browser.wsEndpoint(), whyNone: '', stop };
  } catch (error) {
    if (!(error instanceof NoChromium) || process.env.CI) throw error;
    console.warn(`\n*** The stories of the console are skipped: ${error.message}. ***\n`);
    return { url: '', whyNone: error.message, stop: async () => {} };
  }
}

/** The Google Drive that users of the stories may connect. No other drive is set up. */
async function startDrive(): Promise<FakeGoogleDrive> {
  const drive = await startFakeGoogleDrive();
  const { csv, folder } = googleTypes;
  const [cellar, years] = ['barrel,litres\nB1,225\nB2,228\n', 'year,tonnes\n2024,12\n2025,14\n'];
  drive.add({ id: 'harvests', name: 'Harvests', mimeType: folder });
  drive.add({ id: 'cellar', name: 'cellar.csv', mimeType: csv, content: cellar });
  drive.add({ id: 'years', name: 'by year.csv', mimeType: csv, content: years, parents: ['harvests'] });
  return drive;
}
