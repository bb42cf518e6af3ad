import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RestartPolicy } from './process/restart-policy.js';

/**
 * Run by `npm start`: the service in a child process, restarted when it dies. Where a service manager or a
 * container runtime already restarts it, run start.js directly.
 */
const policy = new RestartPolicy();
let service: ChildProcess | undefined;
let restart: NodeJS.Timeout | undefined;
let stopping = false;

function start(): void {
  const startedAt = performance.now();
  let wasReady = false;
  const started = spawn(process.execPath, [fileURLToPath(new URL('start.js', import.meta.url))], {
    // The channel reports when the service is ready, and tells the service when its supervisor is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  service = started;
  started.on('message', () => {
    wasReady = true;
  });
  started.on('exit', (exitCode, signal) => {
    if (stopping || exitCode === 0) process.exit(exitCode ?? 1);
    const livedMs = performance.now() - startedAt;
    const decision = policy.decide({ wasReady, livedMs, exitCode });
    const how = signal ? `by ${signal}` : `with exit code ${exitCode}`;
    if ('giveUp' in decision) {
      process.stderr.write(`${decision.giveUp} It ended ${how} and is not started again.\n`);
      process.exit(exitCode ?? 1);
    }
    process.stderr.write(`The service ended ${how}. It is started again in ${decision.restartAfterMs} ms.\n`);
    restart = setTimeout(start, decision.restartAfterMs);
  });
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true;
    clearTimeout(restart);
    if (service?.exitCode === null && service.signalCode === null) service.kill(signal);
    else process.exit(0);
  });
}

start();
