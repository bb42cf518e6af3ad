import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** A text as it is, `@FILE` for what a file contains, or `-` for standard input. */
export async function textArgument(value: string): Promise<string> {
  if (value === '-') return await text(process.stdin);
  return value.startsWith('@') ? await readFile(value.slice(1), 'utf8') : value;
}
