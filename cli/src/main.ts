import { endQuietlyWithoutReader } from './output/standard-output.js';
import { wdsProgram } from './program.js';
import type { GlobalOptions } from './session.js';

void main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  endQuietlyWithoutReader();
  const program = await wdsProgram(words);
  try {
    await program.parseAsync();
  } catch (error) {
    // Its words take longer to load than most commands.
    const { reportError } = await import('./report-error.js');
    const { json = false } = program.opts<GlobalOptions>();
    reportError(error, { json, calledEndpoint: program.args[0] === 'api' });
  }
}
