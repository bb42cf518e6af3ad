import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordCall } from '../edge/record-call.js';
import type { Service } from '../features/service.js';
import { changesState } from './endpoint.js';

/** These return names of governed tables, but no cells. */
const showsNoCells = new Set([
  'followEvents',
  'getColumns',
  'getLineage',
  'getTable',
  'getTableLineage',
  'getTableSchema',
  'getTransform',
  'listAnnotations',
  'listClassifications',
  'listMyData',
  'listSyncBindings',
  'listTables',
  'listTransforms',
  'search',
  'validateQuery',
]);

/** Records the calls of endpoints that name a caller; tools record theirs. */
export function recordAccess(app: FastifyInstance, { accessLog }: Service): void {
  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    const { caller } = request;
    const { endpoint } = request.routeOptions.config;
    if (!caller || !endpoint) return;
    const { workbook_id: workbookId } = request.params as { workbook_id?: string };
    recordCall(accessLog, caller, {
      operation: endpoint.id,
      workbookId,
      status: reply.statusCode,
      showsCells: !changesState(endpoint) && !showsNoCells.has(endpoint.id),
    });
  };
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply);
    done();
  });
}
