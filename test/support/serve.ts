import type { Started } from '../../server/test-support/global-setup.js';
import { TestService } from './service.js';

/** One service for many files: a start takes a second of processor time, and everything is slow in it at first. */
export async function serve(): Promise<Started<string>> {
  const service = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true' } });
  return { value: service.url, stop: () => service.dispose() };
}
