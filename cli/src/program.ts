import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { apiCommand } from './commands/api.js';
import { completionCommand } from './commands/completion.js';
import { diffCommand } from './commands/diff.js';
import { exportCommand } from './commands/export.js';
import { loginCommand } from './commands/login.js';
import { logoutCommand } from './commands/logout.js';
import { mcpCommand } from './commands/mcp.js';
import { mergeCommand, syncCommand } from './commands/merge.js';
import { modelRequestCommand } from './commands/model-request.js';
import { queryCommand } from './commands/query.js';
import { readingsCommand } from './commands/readings.js';
import { reviewCommand } from './commands/review.js';
import { rowsCommand } from './commands/rows.js';
import { tablesCommand } from './commands/tables.js';
import { takeReadingCommand } from './commands/take-reading.js';
import { tokensCommand } from './commands/tokens.js';
import { undoCommand } from './commands/undo.js';
import { uploadCommand } from './commands/upload.js';
import { versionsCommand } from './commands/versions.js';
import { watchCommand } from './commands/watch.js';
import { workbooksCommand } from './commands/workbooks.js';

const commands = [
  loginCommand,
  logoutCommand,
  workbooksCommand,
  tablesCommand,
  rowsCommand,
  queryCommand,
  uploadCommand,
  takeReadingCommand,
  readingsCommand,
  modelRequestCommand,
  exportCommand,
  mergeCommand,
  syncCommand,
  watchCommand,
  versionsCommand,
  diffCommand,
  undoCommand,
  reviewCommand,
  tokensCommand,
  mcpCommand,
  apiCommand,
  completionCommand,
];

export function wdsProgram(): Command {
  const program = new Command('wds')
    .description('Workbooks in a terminal and in scripts.')
    .version(packageJson.version)
    .option('--service <url>', 'the service; else WDS_URL, else that of the last login')
    .option('--json', 'a line of JSON for each thing, also for errors');
  for (const command of commands) program.addCommand(command());
  configure(program);
  return program;
}

/** Settings that commander does not pass on to commands which were made on their own. */
function configure(command: Command): void {
  command
    .exitOverride()
    .showHelpAfterError('(--help tells more)')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: nameAndArguments });
  for (const below of command.commands) configure(below);
}

/** Without `[options]`, beside which there would be no room for descriptions in 80 columns. */
function nameAndArguments(command: Command): string {
  return `${command.name()} ${command.usage().replaceAll(/\[(?:options|command)\] ?/g, '')}`.trim();
}
