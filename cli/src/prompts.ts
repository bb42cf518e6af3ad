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

/** Typed unseen on a terminal; elsewhere the first line of standard input, so that no secret is an argument. */
export async function askSecret(message: string): Promise<string> {
  if (process.stdin.isTTY) {
    const prompts = await import('@clack/prompts');
    return answered(await prompts.password({ message, output: process.stderr }));
  }
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  if (line === '') throw new CommandError('Pass the secret on standard input, or run this on a terminal.');
  return line;
}

function answered(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new InterruptedError('Nothing was changed.');
  return answer.trim();
}
