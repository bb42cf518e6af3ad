import { endQuietlyWithoutReader } from './output/standard-output.js';
import { wdsProgram } from './program.js';
import { reportError } from './report-error.js';
import type { GlobalOptions } from './session.js';

void main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  endQuietlyWithoutReader();
  const program = await wdsProgram(words);
  try {
    await program.parseAsync();
  } catch (error) {
    reportError(error, program.opts<GlobalOptions>().json ?? false);
  }
}
