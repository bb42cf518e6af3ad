import { pino } from 'pino';
import { Outage } from './core/outage.js';
import { Problem } from './core/problems.js';

export type Log = ReturnType<typeof createLog>;

/** Structured logs on standard output. Credentials never enter a log line; the redaction is a second lock. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
    hooks: {
      logMethod(line, write) {
        // An outage has a line of its own when it begins and when it ends; those that it fails need no more.
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

/** An error as a log line names it. The words of a problem are for its caller, and may quote what is in a file. */
export function errorFields(error: unknown): { problem: string } | { err: unknown } {
  return error instanceof Problem ? { problem: error.slug } : { err: error };
}
