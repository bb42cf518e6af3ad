import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };

/** Each is loaded when it is called: together they would take longer than most of them need. */
const commands: Readonly<Record<string, () => Promise<() => Command>>> = {
  login: async () => (await import('./commands/login.js')).loginCommand,
  logout: async () => (await import('./commands/logout.js')).logoutCommand,
  workbooks: async () => (await import('./commands/workbooks.js')).workbooksCommand,
  tables: async () => (await import('./commands/tables.js')).tablesCommand,
  rows: async () => (await import('./commands/rows.js')).rowsCommand,
  query: async () => (await import('./commands/query.js')).queryCommand,
  upload: async () => (await import('./commands/upload.js')).uploadCommand,
  'take-reading': async () => (await import('./commands/take-reading.js')).takeReadingCommand,
  readings: async () => (await import('./commands/readings.js')).readingsCommand,
  'model-request': async () => (await import('./commands/model-request.js')).modelRequestCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  merge: async () => (await import('./commands/merge.js')).mergeCommand,
  sync: async () => (await import('./commands/merge.js')).syncCommand,
  conflicts: async () => (await import('./commands/conflicts.js')).conflictsCommand,
  watch: async () => (await import('./commands/watch.js')).watchCommand,
  versions: async () => (await import('./commands/versions.js')).versionsCommand,
  diff: async () => (await import('./commands/diff.js')).diffCommand,
  undo: async () => (await import('./commands/undo.js')).undoCommand,
  open: async () => (await import('./commands/open.js')).openCommand,
  review: async () => (await import('./commands/review.js')).reviewCommand,
  tokens: async () => (await import('./commands/tokens.js')).tokensCommand,
  mcp: async () => (await import('./commands/mcp.js')).mcpCommand,
  api: async () => (await import('./commands/api.js')).apiCommand,
  completion: async () => (await import('./commands/completion.js')).completionCommand,
};

/** With the command that the words name, or with all of them where they name none, as for help. */
export async function wdsProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('wds')
    .description('Workbooks in a terminal and in scripts.')
    .version(packageJson.version)
    .option('--service <url>', 'the service; else WDS_URL, else that of the last login')
    .option('--json', 'a line of JSON for each thing, also for errors');
  if (words[0] === '--version') return program;
  const name = commandIn(words);
  const needed = Object.entries(commands).filter(([known]) => known === name);
  const loads = needed.length > 0 ? needed : Object.entries(commands);
  const loaded = await Promise.all(loads.map(async ([, load]) => (await load())()));
  for (const command of loaded) program.addCommand(command);
  configure(program);
  return program;
}

/** The first word that is neither an option nor the value of one. */
function commandIn(words: readonly string[]): string | undefined {
  return words.find((word, index) => !word.startsWith('-') && words[index - 1] !== '--service');
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
