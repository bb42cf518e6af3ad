import { Worker } from 'node:worker_threads';
import { familyOf } from './service.mjs';

const SAMPLE_MS = 50;

/** Watches a service from outside during an attack: how long /healthz waits, and its memory. */
export class ServiceWatch {
  #worker;
  #pid;

  constructor({ url, pid }) {
    this.#worker = new Worker(new URL('./watch-health.mjs', import.meta.url), { workerData: { url } });
    this.#pid = pid;
  }

  async during(work) {
    this.#worker.postMessage('begin');
    const memory = { service: 0, all: 0 };
    let ended = false;
    const sampling = (async () => {
      while (!ended) {
        const family = await familyOf(this.#pid);
        memory.all = Math.max(
          memory.all,
          family.reduce((sum, { residentMb }) => sum + residentMb, 0),
        );
        const own = family.filter(({ isChild }) => !isChild).map(({ residentMb }) => residentMb);
        memory.service = Math.max(memory.service, ...own);
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      }
    })();
    const startedAt = performance.now();
    let outcome;
    try {
      outcome = await work();
    } catch (error) {
      outcome = `failed: ${error.message.slice(0, 200)}`;
    }
    const tookMs = performance.now() - startedAt;
    ended = true;
    await sampling;
    const health = await new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage('end');
    });
    return { outcome, tookMs, ...health, serviceMb: memory.service, allMb: memory.all };
  }

  async stop() {
    await this.#worker.terminate();
  }
}
