// Runs the commands one after the other, the last for as long as standard input stays open; then removes the
// directory. Standard input is a pipe from the test run, so it closes however that run ends, kill -9 included.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

const { commands, options, directory } = JSON.parse(process.argv[2] ?? '{}');
let running;
let closing = false;

process.stdin.resume().on('close', () => {
  closing = true;
  running?.kill('SIGQUIT');
});

let failed = false;
for (const [program, ...args] of commands) {
  if (closing || failed) break;
  running = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(running, 'exit');
  failed = code !== 0;
}
rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
process.exit(failed && !closing ? 1 : 0);
