import { Problem } from '../core/problems.js';

/**
 * Anyone may delete the cache directory while the service runs. Work that lost files with it is retried once:
 * nothing refers to its files before it ends.
 */
export function retryingLostFiles<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      if (!lostFiles(error)) throw error;
      return await work(...args);
    }
  };
}

/** Errors of child processes arrive as text. */
function lostFiles(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  return /\bENOENT\b|No such file or directory|No files found that match/i.test(error.message);
}
