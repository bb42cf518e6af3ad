/**
 * A worker ends when the process of the run does, however that ends; otherwise a test that waits would wait for ever, and
 * the services that it started with it. Files share a worker, which listens once.
 */
const listens = Symbol.for('ends with the run');
const worker = globalThis as { [listens]?: true };

if (!worker[listens]) {
  worker[listens] = true;
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
