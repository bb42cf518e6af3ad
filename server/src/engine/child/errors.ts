import { Problem, problem } from '../../core/problems.js';

const LONGEST_DETAIL = 600;

/** DuckDB's own words are helpful to who wrote the SQL, but long ones embed whole values. */
function clean(message: string): string {
  const text = message.trim();
  return text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)}…` : text;
}

/** What an error of running untrusted SQL means to its author. */
export function sqlProblem(error: unknown, cancelled: boolean): Error {
  if (error instanceof Problem) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (cancelled && /interrupt/i.test(message)) return problem('query-timeout');
  const kind = /^([A-Za-z ]+?) Error:/.exec(message)?.[1] ?? '';
  switch (kind) {
    case 'INTERNAL':
    case 'FATAL':
    case 'IO':
      return new Error(message);
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
      return problem('sql-invalid', clean(message));
    default:
      return /bad_alloc|allocate/i.test(message)
        ? problem('query-too-large')
        : problem('sql-failed', clean(message));
  }
}
