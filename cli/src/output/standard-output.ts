import { once } from 'node:events';

/** Waits while the reader is slower than the service, so that a large table is not held in memory. */
export async function write(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

export async function writeLine(line: string): Promise<void> {
  await write(`${line}\n`);
}

/** Remarks for people go to standard error, so that they are never part of the data. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Undefined where a program or a file reads the output: then nothing is cut to fit. */
export function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/** A reader such as `head` that has seen enough is no failure. */
export function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}
