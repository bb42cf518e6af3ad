import { Problem, problem } from '../../core/problems.js';
import { tidyEngineMessage } from '../guard/engine-message.js';

/** What an error of running untrusted SQL means to its author. */
export function sqlProblem(error: unknown, cancelled: boolean): Error {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (cancelled && /interrupt/i.test(message)) return problem('query-timeout');
  // The address space is used up. What was freed since is in pieces: the next query would fail for it too.
  if (/bad.alloc/i.test(message)) return brokenInstance();
  const kind = /^([A-Za-z ]+?) Error:/.exec(message)?.[1] ?? '';
  switch (kind) {
    case 'FATAL':
    case 'IO':
      return brokenInstance();
    case 'INTERNAL':
      return problem('sql-failed', 'The engine cannot run this statement.');
    case 'INTERRUPT':
      return problem('query-timeout');
    case 'Out of Memory':
      return problem('query-too-large');
    case 'Permission':
      return problem('sql-refused', 'The statement reaches for something outside the workbook.');
    case 'Parser':
    case 'Syntax':
    case 'Binder':
    case 'Catalog':
    case 'Not implemented':
      return problem('sql-invalid', tidyEngineMessage(message));
    default:
      return /allocate/i.test(message)
        ? problem('query-too-large')
        : problem('sql-failed', tidyEngineMessage(message));
  }
}

/**
 * The process is of no more use: after a fatal error the engine refuses everything, and files fail when the cache
 * directory was deleted beneath it. The host starts another process and tries again.
 */
function brokenInstance(): never {
  process.exit(1);
}
