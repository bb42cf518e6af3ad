import { Secret, TOTP } from 'otpauth';
import type { Api } from './api.js';
import type { CalledService } from './service.js';

const STEP_MS = 30_000;

/** An authenticator app. A code works once, so it first shows that of now, and then the next, which is taken already. */
export class App {
  #shown = 0;

  constructor(readonly secret: string) {}

  code(): string {
    const totp = new TOTP({ secret: Secret.fromBase32(this.secret) });
    return totp.generate({ timestamp: Date.now() + STEP_MS * this.#shown++ });
  }
}

/** Sets an app up as the second factor of a signed-in user. */
export async function setUpApp(session: Api): Promise<{ app: App; codes: string[] }> {
  const { body } = await session.post('/api/auth/totp');
  const app = new App(body.secret);
  const confirmed = await session.post('/api/auth/totp/confirm', { code: app.code() });
  return { app, codes: confirmed.body.recovery_codes };
}

export const signIn = (service: CalledService, who = service.user) =>
  service.anonymous.post('/api/auth/login', who);

export const answer = (service: CalledService, ticket: string, code: string) =>
  service.anonymous.post('/api/auth/login/second-factor', { ticket, code });
