import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance } from 'fastify';
import { problem } from '../core/problems.js';
import type { Caller } from '../features/caller.js';

/** How many requests may be under way at a time. */
interface RequestBounds {
  credential: number;
  /** Of a user, with every credential, and of an account, with every user. */
  account: number;
}

/** So that one client, whose requests take long, leaves connections to the others. */
export const requestBounds = (connections: number): RequestBounds => ({
  credential: Math.max(1, Math.floor(connections / 4)),
  account: Math.max(1, Math.floor(connections / 2)),
});

/** Some request of a client with so many ends soon. */
const RETRY_SECONDS = 1;

/** Bounds the requests under way of each credential, user and account. Streams of events have bounds of their own. */
export function boundRequestsInFlight(app: FastifyInstance, bounds: RequestBounds): void {
  const underWay = new Map<string, number>();
  app.addHook('preParsing', ({ caller, routeOptions }, reply, _payload, done) => {
    if (!caller || routeOptions.config.endpoint?.staysOpen) {
      done();
      return;
    }
    const holders = holdersOf(caller, bounds);
    const full = holders.find(({ id, max }) => (underWay.get(id) ?? 0) >= max);
    if (full)
      throw problem('rate-limited', say('requests-in-flight', { max: full.max, whom: full.whom }), {
        fix: say('fix-requests-in-flight'),
        members: { retry_after: RETRY_SECONDS },
      });
    for (const { id } of holders) underWay.set(id, (underWay.get(id) ?? 0) + 1);
    reply.raw.once('close', () => {
      for (const { id } of holders) {
        const left = (underWay.get(id) ?? 1) - 1;
        if (left > 0) underWay.set(id, left);
        else underWay.delete(id);
      }
    });
    done();
  });
}

function holdersOf({ credential, userId, place }: Caller, bounds: RequestBounds) {
  const account = place?.accountId ?? credential.accountId;
  return [
    { id: credential.id, max: bounds.credential, whom: 'this credential' },
    { id: userId, max: bounds.account, whom: 'this user' },
    ...(account === null ? [] : [{ id: account, max: bounds.account, whom: 'this account' }]),
  ];
}
