import { diskProblem } from '../core/disk-problem.js';
import { Problem } from '../core/problems.js';
import { type Cancel, type Reply, type Request, type Started, toWire } from './messages.js';

/** An error after which the process is unusable: it is reported to the parent, and then the process exits. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

/** Reports the progress of a request to the parent, in units that the request defines. */
export type ReportProgress = (progress: number) => void;

type Handler = (payload: never, signal: AbortSignal, report: ReportProgress) => Promise<unknown>;

/**
 * The calls of a child, by name. The object of handlers that a child serves is their only definition: the
 * parent imports its type, so that a call that the child does not serve, or with a wrong argument, does not
 * compile.
 */
export type Calls = Record<string, Handler>;

/** Turns this process into a caged child that replies to its parent until the channel closes. */
export function serve(handlers: Calls): void {
  const running = new Map<number, AbortController>();
  const send = (message: Reply | Started): void => {
    if (process.connected) process.send?.(message);
  };

  // Not `process.exit`, which waits for native work: a query would go on, for nobody, until its end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
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
      const known = error instanceof Problem ? error : diskProblem(error);
      if (known) send({ id, problem: toWire(known) });
      else if (error instanceof FatalError) {
        process.stderr.write(`${error.message}\n`);
        process.send?.({ id, failure: error.message, last: true }, () => process.exit(1));
      } else send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      running.delete(id);
    }
  });
  send({ started: true });
}
