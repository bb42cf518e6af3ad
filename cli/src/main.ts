import { endQuietlyWithoutReader } from './output/standard-output.js';
import { wdsProgram } from './program.js';
import { reportError } from './report-error.js';
import type { GlobalOptions } from './session.js';

endQuietlyWithoutReader();
const program = wdsProgram();
try {
  await program.parseAsync();
} catch (error) {
  reportError(error, program.opts<GlobalOptions>().json ?? false);
}
