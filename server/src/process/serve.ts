import { diskProblem } from '../core/disk-problem.js';
import { Problem } from '../core/problems.js';
import { type Cancel, type Reply, type Request, toWire } from './messages.js';

/** Thrown where the process is of no more use: it ends once its parent knows why. */
export class LastWords extends Error {
  override readonly name = 'LastWords';
}

/** Tells the parent how far a request has come, in units of the request's own. */
export type ReportProgress = (progress: number) => void;

type Handler = (payload: never, signal: AbortSignal, report: ReportProgress) => Promise<unknown>;

/**
 * What a child can be asked for, by name. The object of handlers that a child serves is the one definition of it: the
 * parent imports its type, so that a call which the child does not have, or takes otherwise, does not compile.
 */
export type Calls = Record<string, Handler>;

/** Turns this process into a caged child that answers requests of its parent until the channel closes. */
export function serve(handlers: Calls): void {
  const running = new Map<number, AbortController>();
  const send = (message: Reply): void => {
    if (process.connected) process.send?.(message);
  };

  process.on('disconnect', () => process.exit(0));
  process.on('message', async (message: Request | Cancel) => {
    if ('cancel' in message) {
      running.get(message.cancel)?.abort();
      return;
    }
    const { id, method, payload } = message;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[method];
      if (!handler) throw new Error(`no handler for ${method}`);
      const report: ReportProgress = (progress) => send({ id, progress });
      send({ id, result: await handler(payload as never, controller.signal, report) });
    } catch (error) {
      const told = error instanceof Problem ? error : diskProblem(error);
      if (told) send({ id, problem: toWire(told) });
      else if (error instanceof LastWords) {
        process.stderr.write(`${error.message}\n`);
        process.send?.({ id, failure: error.message, last: true }, () => process.exit(1));
      } else send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      running.delete(id);
    }
  });
}
