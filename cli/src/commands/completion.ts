import { Argument, Command } from 'commander';
import { completionScript, shells } from '../completion.js';
import { write } from '../output/standard-output.js';

export const completionCommand = () =>
  new Command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: (typeof shells)[number], _: unknown, command: Command) => {
      await write(completionScript(command.parent ?? command, shell));
    });
