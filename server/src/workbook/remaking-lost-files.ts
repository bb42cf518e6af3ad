import { Problem } from '../core/problems.js';

/**
 * Anyone may delete the cache directory while the service runs. Work whose files were lost with it is done once more:
 * nothing refers to them before it ends.
 */
export async function remakingLostFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!lostFiles(error)) throw error;
    return await work();
  }
}

/** Errors of child processes are told as text. */
function lostFiles(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  return /\bENOENT\b|No such file or directory|No files found that match/i.test(error.message);
}
