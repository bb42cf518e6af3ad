// A pool of child processes that survives its jobs: a job that crashes or hangs costs its child, not the run.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';

const TIME_LIMIT_MS = 10_000;

/**
 * Runs every job of an iterable in children that execute `module`, which uses `answerJobs`. `onResult(job,
 * result)` gets `{ answer, ms }`, `{ hung: true }` or `{ crashed: reason }`.
 */
export async function runInChildren(module, jobs, onResult, { memoryMb = 1024 } = {}) {
  const iterator = jobs[Symbol.iterator]();
  const peaks = await Promise.all(
    Array.from({ length: availableParallelism() }, () => worker(module, iterator, onResult, memoryMb)),
  );
  return { peakRssMb: Math.max(...peaks) };
}

async function worker(module, iterator, onResult, memoryMb) {
  let child;
  let peakRssMb = 0;
  for (let { value: job, done } = iterator.next(); !done; { value: job, done } = iterator.next()) {
    child ??= startChild(module, memoryMb);
    const result = await runJob(child, job);
    if (result.rssMb) peakRssMb = Math.max(peakRssMb, result.rssMb);
    if (!('answer' in result)) {
      child.kill('SIGKILL');
      child = undefined;
    }
    onResult(job, result);
  }
  child?.disconnect();
  return peakRssMb;
}

function startChild(module, memoryMb) {
  return fork(module, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
}

function runJob(child, job) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let lastWords = '';
    const settle = (result) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr.removeAllListeners('data');
      resolve(result);
    };
    child.stderr.on('data', (text) => {
      lastWords += text;
    });
    const timer = setTimeout(() => settle({ hung: true }), TIME_LIMIT_MS);
    child.once('message', ({ answer, rssMb }) =>
      settle({ answer, rssMb, ms: performance.now() - startedAt }),
    );
    child.once('exit', (code, signal) => {
      const reason = /^.*(Error:|FATAL).*$/m.exec(lastWords)?.[0] ?? '';
      settle({ crashed: `the process ended with ${code ?? signal}: ${reason}` });
    });
    child.send(job);
  });
}

/** The child's side: answers each job with the result of `work`. */
export function answerJobs(work) {
  process.on('message', async (job) => {
    const answer = await work(job);
    process.send?.({ answer, rssMb: process.resourceUsage().maxRSS / 1024 });
  });
}
