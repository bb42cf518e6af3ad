/** Ctrl-C was pressed, or the process was asked to end. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

let controller: AbortController | undefined;

/**
 * Aborted by the first Ctrl-C, so that requests end and half files are removed. The second ends the process at once.
 */
export function interruption(): AbortSignal {
  if (controller) return controller.signal;
  const abort = new AbortController();
  controller = abort;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => abort.abort(new InterruptedError('Interrupted.')));
  return abort.signal;
}
