/** `exception`: it raised; `output`: its result is not a table; the others ended it from outside. */
export type ProgramFailure = 'exception' | 'input' | 'output' | 'time' | 'ended';

/** The program is at fault, not the service: its author can fix what `message` and `lines` describe. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  constructor(
    readonly failure: ProgramFailure,
    message: string,
    /** The line of the program, if known. */
    readonly line: number | undefined = undefined,
    /** The last lines of the traceback, with the program's own frames only. */
    readonly lines: string[] = [],
  ) {
    super(message);
  }
}
