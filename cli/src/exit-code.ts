import { ConnectionError, JobFailedError, ProblemError } from '@workbook-data-service/client';
import { CommanderError } from 'commander';
import { InterruptedError } from './interruption.js';

/** What a script can tell apart. `docs/cli.md` lists them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  refused: 6,
  unavailable: 7,
  interrupted: 130,
} as const;

/** What the command itself finds wrong, said to the person who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly reason: keyof typeof exitCodes = 'usage',
  ) {
    super(message);
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof CommandError) return exitCodes[error.reason];
  if (error instanceof InterruptedError) return exitCodes.interrupted;
  if (error instanceof ConnectionError) return exitCodes.unavailable;
  if (error instanceof ProblemError) return codeOfProblem(error);
  if (error instanceof JobFailedError) return exitCodes.refused;
  return exitCodes.failed;
}

function codeOfProblem(problem: ProblemError): number {
  const { slug, status } = problem;
  if (slug === 'unexpected-answer') return exitCodes.unavailable;
  if (status === 401 || status === 402 || status === 403) return exitCodes.notAllowed;
  if (status === 404 || status === 410) return exitCodes.notFound;
  if (status === 409 || status === 412) return exitCodes.conflict;
  if (status === 429 || status >= 500) return exitCodes.unavailable;
  return exitCodes.refused;
}
