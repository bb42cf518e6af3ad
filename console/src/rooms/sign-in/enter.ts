import { login } from '@workbook-data-service/client/api';
import { basePath, service } from '../../app/service.js';
import { pathOnly } from './path-only.js';

/** Starts a session in a cookie, which scripts cannot read. */
export async function startSession(given: { email: string; password: string }): Promise<void> {
  await login(service, { body: { ...given, cookie: true } });
}

/** Loads the page anew, so that nothing of a former user stays. */
export function enter(page: string): void {
  location.assign(basePath + pathOnly(page));
}
