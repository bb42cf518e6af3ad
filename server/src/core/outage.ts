import { say } from '@workbook-data-service/contract/messages';
import { Problem } from './problems.js';

/** The backends that the service cannot work without, and may lose for a while. */
export type Backend = 'database' | 'blob store';

const RETRY_AFTER_SECONDS = 5;

/** A backend is unreachable or silent: the request is not at fault and may be sent again. */
export class Outage extends Problem {
  override readonly cause: unknown;

  constructor(
    readonly backend: Backend,
    cause: unknown,
  ) {
    super('unavailable', {
      detail: say('backend-silent', { backend }),
      members: { retry_after: RETRY_AFTER_SECONDS },
    });
    this.cause = cause;
  }
}

export interface BackendHealthOptions {
  backend: Backend;
  /** Whether a failure means that the backend is unreachable, rather than that it refused the call. */
  isOutage: (error: unknown) => boolean;
  onLost?: ((backend: Backend, cause: unknown) => void) | undefined;
  onFound?: ((backend: Backend) => void) | undefined;
}

/**
 * Watches the calls to a backend: turns failures to reach it into outages, and reports when one begins and
 * ends.
 */
export class BackendHealth {
  readonly #options: BackendHealthOptions;
  #lost = false;

  constructor(options: BackendHealthOptions) {
    this.#options = options;
  }

  async watch<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      const result = await call();
      this.#answered();
      return result;
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** The outage behind a failed call, or the failure itself where the backend did answer. */
  explain(error: unknown): unknown {
    const { backend, isOutage, onLost } = this.#options;
    if (error instanceof Outage) return error;
    if (!isOutage(error)) {
      this.#answered();
      return error;
    }
    if (!this.#lost) onLost?.(backend, error);
    this.#lost = true;
    return new Outage(backend, error);
  }

  #answered(): void {
    if (this.#lost) this.#options.onFound?.(this.#options.backend);
    this.#lost = false;
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether an error means that a network peer could not be reached, or that the connection was lost. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isNetworkError);
  return error instanceof Error && 'code' in error && networkCodes.has(String(error.code));
}
