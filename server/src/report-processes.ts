import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { ProcessEvents } from './process/process-events.js';

/** Logs and counts child processes that end unexpectedly, and calls that are retried. */
export function reportProcesses(log: Log, metrics: Metrics): ProcessEvents {
  return {
    ended({ kind, reason, openCalls, exitCode, signal, livedMs, pid, stderr }) {
      metrics.processEnds.inc({ process: kind, reason });
      const line = {
        process: kind,
        reason,
        calls: openCalls.map(({ call, workbookId }) => ({ call, workbook_id: workbookId })),
        pid,
        exit_code: exitCode,
        signal,
        lived_ms: Math.round(livedMs),
        ...(stderr && { stderr }),
      };
      log[reason === 'stopped' ? 'info' : 'warn'](line, 'a child process ended');
    },
    retried(kind, { workbookId }) {
      metrics.processRetries.inc({ process: kind });
      log.info({ process: kind, workbook_id: workbookId }, 'a call is tried again in another process');
    },
  };
}
