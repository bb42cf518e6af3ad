import { pino } from 'pino';
import { Outage } from './core/outage.js';
import { Problem } from './core/problems.js';

export type Log = ReturnType<typeof createLog>;

/** Structured logs on standard output. Credentials are never logged; the redaction is a second safeguard. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
    hooks: {
      logMethod(line, write) {
        // An outage is logged once when it begins and once when it ends, not for every request that it fails.
        if ((line[0] as { err?: unknown } | undefined)?.err instanceof Outage) return;
        write.apply(this, line);
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      '*.password',
      '*.token',
      '*.secret',
      '*.access_token',
    ],
  });
}

/** The log fields of an error. The detail of a problem is for its caller, and may quote the content of a file. */
export function errorFields(error: unknown): { problem: string } | { err: unknown } {
  return error instanceof Problem ? { problem: error.slug } : { err: error };
}
