import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** Structured logs on standard output. Credentials never enter a log line; the redaction is a second lock. */
export function createLog(level: string) {
  return pino({
    level,
    base: null,
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
