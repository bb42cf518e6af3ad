import type { FastifyInstance } from 'fastify';
import type { Service } from '../features/service.js';

/** Counts every authenticated request, whatever is answered, before the answer is sent. */
export function countUsage(app: FastifyInstance, { usage }: Service): void {
  app.addHook('onSend', ({ caller, ip }, _reply, payload, done) => {
    if (caller) usage.countRequest(caller, ip);
    done(null, payload);
  });
}
