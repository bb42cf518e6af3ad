import { say } from '@workbook-data-service/contract/messages';
import { diskProblem } from '../../core/disk-problem.js';
import { asWorded, Problem, problem } from '../../core/problems.js';
import { FatalError } from '../../process/serve.js';
import { tidyEngineMessage } from '../guard/engine-message.js';
import { positionInMessage } from '../guard/message-position.js';

/** Translates an error of untrusted SQL for its author, with its place where the message quotes the statement. */
export function sqlProblem(error: unknown, cancelled: boolean, sql = ''): Error {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (cancelled && /interrupt/i.test(message)) return problem('query-timeout');
  // The address space is exhausted. Freed memory is fragmented: the next query would fail too.
  if (/bad.alloc/i.test(message))
    return brokenInstance('out of memory: the address space of the process is used up');
  const disk = diskProblem(error);
  if (disk) return disk;
  const kind = /^([A-Za-z ]+?) Error:/.exec(message)?.[1] ?? '';
  switch (kind) {
    case 'FATAL':
      return brokenInstance(message.slice(0, 500));
    case 'IO':
      return new FatalError(message);
    case 'INTERNAL':
      return problem('sql-failed', say('engine-cannot-run'));
    case 'INTERRUPT':
      return problem('query-timeout');
    case 'Out of Memory':
      return problem('query-too-large');
    case 'Permission':
      return problem('sql-refused', say('sql-outside-workbook'));
    case 'Parser':
    case 'Syntax':
    case 'Binder':
    case 'Catalog':
    case 'Not implemented':
      return problem('sql-invalid', asWorded(tidyEngineMessage(message)), {
        members: { ...positionInMessage(sql, message) },
      });
    default:
      return /allocate/i.test(message)
        ? problem('query-too-large')
        : problem('sql-failed', asWorded(tidyEngineMessage(message)));
  }
}

/**
 * Files fail if the cache directory is deleted while in use. The process exits, because its temporary files
 * are lost; the host starts another one and tries again.
 */
export async function orFatal<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    const lost = error instanceof Error && /^IO Error/.test(error.message) && !diskProblem(error);
    throw lost ? new FatalError(error.message) : error;
  });
}

/** The process is no longer usable: after a fatal error the engine refuses everything. */
function brokenInstance(reason: string): never {
  // Standard error is a pipe, which Node writes to at once.
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
