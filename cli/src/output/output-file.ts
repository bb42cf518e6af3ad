import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Option } from 'commander';
import { CommandError } from '../exit-code.js';
import { write } from './standard-output.js';

export type Write = (chunk: string | Uint8Array) => Promise<void>;

export interface OutputOptions {
  output?: string;
  force?: boolean;
}

export const outputOptions = (what: string): Option[] => [
  new Option('-o, --output <file>', `${what}, whole or not at all; - for standard output`),
  new Option('--force', 'replace the file if there is one'),
];

/** Refuses to replace a file that nobody said may be replaced. Asked also before the service does anything. */
export async function requireFree({ output, force = false }: OutputOptions): Promise<void> {
  if (output === undefined || output === '-' || force || !(await isThere(output))) return;
  throw new CommandError(`There is already a file ${output}. Name another one, or replace it with --force.`);
}

/** To standard output, or to a file if one is named, which is there whole or not at all. */
export async function withOutput(
  options: OutputOptions,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  const { output: path } = options;
  if (path === undefined || path === '-') return await fill(write);
  await requireFree(options);
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const file = await openedAt(unfinished, path);
  try {
    try {
      await fill(async (chunk) => void (await file.writeFile(chunk)));
    } finally {
      await file.close();
    }
    await requireFree(options);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function openedAt(unfinished: string, path: string) {
  try {
    return await open(unfinished, 'w');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CommandError(`There is no folder ${dirname(path)} for ${path}.`, 'notFound');
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
