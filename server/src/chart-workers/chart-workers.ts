import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import type { ProcessEvents } from '../process/process-events.js';
import { ProcessPool } from '../process/process-pool.js';
import type { ChartWorkerCalls } from './child.js';
import type { DrawRequest } from './draw.js';

interface ChartWorkersOptions {
  accountOf: (workbookId: string) => Promise<string>;
  processesPerAccount: number;
  events?: ProcessEvents;
  /** The longest that one chart may take. */
  deadlineMs?: number;
}

const HEAP_MB = 512;
const ADDRESS_SPACE_MB = 4096;
const DEADLINE_MS = 10_000;

/** Draws charts in child processes: a hostile specification can crash or stall only its own process. */
export class ChartWorkers {
  readonly #pool: ProcessPool<ChartWorkerCalls>;
  readonly #deadlineMs: number;

  constructor({ deadlineMs = DEADLINE_MS, ...options }: ChartWorkersOptions) {
    this.#deadlineMs = deadlineMs;
    this.#pool = new ProcessPool({
      ...options,
      kind: 'chart-worker',
      addressSpaceMb: ADDRESS_SPACE_MB,
      heapMb: HEAP_MB,
    });
  }

  /** The text of an SVG, or the bytes of a PNG. */
  async draw(workbookId: string, request: DrawRequest): Promise<string | Uint8Array> {
    return await this.#pool.run(workbookId, 'draw', request, {
      deadlineMs: this.#deadlineMs,
      onDeath: () => problem('chart-failed', say('chart-too-slow')),
    });
  }

  close(): void {
    this.#pool.close();
  }
}
