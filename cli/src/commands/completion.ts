import { Argument, Command } from 'commander';
import { completionScript, shells } from '../completion.js';
import { write } from '../output/standard-output.js';
import { wdsProgram } from '../program.js';

export const completionCommand = () =>
  new Command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      await write(completionScript(await wdsProgram(), shell));
    });
