#!/usr/bin/env node
// The service as an installed package: without an argument it starts; its operator's commands are named.
import { readFileSync } from 'node:fs';

const operations = ['backup', 'restore', 'verify-data', 'reset-password'];
const help = `Usage: workbook-data-service [COMMAND]

Starts the service, which keeps everything in ./data. Settings are environment variables, such as PORT and SVC_DATA_DIR.

Commands of the operator, with the same settings:
  backup FOLDER          backs up the catalog and the files, also while the service runs
  restore FOLDER         restores a backup into an empty data directory
  verify-data            reads everything that is stored, and says what is damaged
  reset-password EMAIL   sets a new password for a user
`;

const [command, ...rest] = process.argv.slice(2);
if (command === undefined) await import('../dist/supervise.js');
else if (operations.includes(command)) {
  process.argv.splice(2, 1);
  await import(`../dist/${command}.js`);
} else if (command === '--version') {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else if (['--help', '-h', 'help'].includes(command)) process.stdout.write(help);
else {
  process.stderr.write(`There is no command ${[command, ...rest].join(' ')}.\n\n${help}`);
  process.exit(2);
}
