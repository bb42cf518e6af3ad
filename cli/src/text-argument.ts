import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { unreadable } from './file-on-disk.js';

/** A text as it is, `@FILE` for what a file contains, or `-` for standard input. */
export async function textArgument(value: string): Promise<string> {
  if (value === '-') return await text(process.stdin);
  if (!value.startsWith('@')) return value;
  const path = value.slice(1);
  return await readFile(path, 'utf8').catch((error: Error) => {
    throw unreadable(path, error);
  });
}
