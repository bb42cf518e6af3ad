import { text } from 'node:stream/consumers';
import { CommandError } from './exit-code.js';
import { InterruptedError } from './interruption.js';

/** Asked on a terminal. Elsewhere nobody can answer, so what is missing is named. */
export async function askText(message: string, missing: string, initialValue?: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(missing);
  const prompts = await import('@clack/prompts');
  const options = initialValue === undefined ? {} : { initialValue };
  return answered(await prompts.text({ message, output: process.stderr, ...options }));
}

/** For what is hard to take back. A script says it beforehand. */
export async function requireYes(message: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandError('Nothing was changed. Say --yes to do it without being asked.');
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({ message, initialValue: false, output: process.stderr });
  if (answer !== true) throw new InterruptedError('Nothing was changed.');
}

let lines: Promise<string[]> | undefined;

/** Typed unseen on a terminal; elsewhere the next line of standard input, so that no secret is an argument. */
export async function askSecret(message: string): Promise<string> {
  if (process.stdin.isTTY) {
    const prompts = await import('@clack/prompts');
    return answered(await prompts.password({ message, output: process.stderr }));
  }
  lines ??= text(process.stdin).then((whole) => whole.split(/\r?\n/));
  const line = (await lines).shift() ?? '';
  if (line === '')
    throw new CommandError(`${message}: pass it as a line of standard input, or run this on a terminal.`);
  return line;
}

function answered(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new InterruptedError('Nothing was changed.');
  return answer.trim();
}
