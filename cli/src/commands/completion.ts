import { Argument, Command } from 'commander';
import { completedNames } from '../completed-names.js';
import { completionScript, shells } from '../completion.js';
import { plainText } from '../output/plain-text.js';
import { write, writeLine } from '../output/standard-output.js';
import { wdsProgram } from '../program.js';

export const completionCommand = () =>
  new Command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      await write(completionScript(await wdsProgram(), shell));
    })
    .addCommand(namesCommand(), { hidden: true });

/** Called by the scripts, with the words of the line up to the cursor. */
function namesCommand(): Command {
  return new Command('names').argument('[words...]').action(async (words: string[]) => {
    // A line that is being typed may be wrong, and nobody reads why.
    const names = await completedNames(await wdsProgram(words), words).catch(() => []);
    for (const name of names) await writeLine(plainText(name));
  });
}
