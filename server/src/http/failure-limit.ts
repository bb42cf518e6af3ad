import { say } from '@workbook-data-service/contract/messages';
import type { FastifyRequest } from 'fastify';
import { addressGroup } from '../core/address-group.js';
import { type Problem, problem } from '../core/problems.js';

const FAILURES_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

/**
 * Counts, by address, requests that fail before their credential is known and so count for no credential:
 * those with none or an invalid one, and those for unknown paths.
 */
export class FailureLimit {
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  /** Returns the problem to answer with: the given one, or `rate-limited`. */
  count(request: FastifyRequest, found: Problem): Problem {
    if (request.caller || (found.status !== 401 && found.status !== 404)) return found;
    const now = Date.now();
    if (now >= this.#endsAt) {
      this.#counts.clear();
      this.#endsAt = now + MINUTE_MS;
    }
    const address = addressGroup(request.ip);
    const failures = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, failures);
    if (failures <= FAILURES_PER_MINUTE) return found;
    return problem('rate-limited', say('failures-limit', { max: FAILURES_PER_MINUTE }), {
      members: { retry_after: Math.ceil((this.#endsAt - now) / 1000) },
    });
  }
}
