import { say } from '@workbook-data-service/contract/messages';
import { type Problem, problem } from './problems.js';

const full = /no space left on device|disk quota exceeded|database or disk is full|out of disk space/i;
const unwritable = /read-only file system|readonly database|permission denied/i;

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);
const unwritableCodes = new Set(['EROFS', 'EACCES', 'SQLITE_READONLY']);

/**
 * The problem behind an error of the file system, SQLite, PostgreSQL or DuckDB that means writing is
 * impossible.
 */
export function diskProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // Network errors use the same codes for addresses that may not be used.
  if (syscall === 'connect' || syscall === 'bind' || syscall === 'listen') return undefined;
  const name = String(code);
  const isFile = fullCodes.has(name) || unwritableCodes.has(name) || isFileMessage(error.message);
  if (!isFile) return undefined;
  if (fullCodes.has(name) || full.test(error.message))
    return problem('insufficient-storage', say('disk-full'));
  if (unwritableCodes.has(name) || unwritable.test(error.message))
    return problem('insufficient-storage', say('disk-unwritable'), {
      fix: say('fix-disk-unwritable'),
    });
  return undefined;
}

/** Messages of SQLite, and of DuckDB, whose other messages may quote anything that a user has written. */
function isFileMessage(message: string): boolean {
  return /^(Failed to append: |IO Error|FATAL Error|database or disk is full|attempt to write a readonly database)/.test(
    message,
  );
}
