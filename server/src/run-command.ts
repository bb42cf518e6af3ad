import { ConfigError } from './config.js';
import { StartupError } from './core/startup-error.js';
import { makeFilesPrivate } from './private-files.js';

/** Runs a command of the operator, and exits with what it returns, or with 2 if it cannot be carried out. */
export function runCommand(command: () => Promise<number>): void {
  makeFilesPrivate();
  command().then(
    (code) => process.exit(code),
    (error: unknown) => {
      const isMistake = error instanceof ConfigError || error instanceof StartupError;
      process.stderr.write(`${isMistake ? error.message : ((error as Error).stack ?? error)}\n`);
      process.exit(2);
    },
  );
}
