import type { FastifyInstance } from 'fastify';
import type { Service } from '../features/service.js';
import { changesState } from './endpoint.js';

/** These return names of governed tables, but no cells. */
const showsNoCells = new Set([
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

/**
 * Records in the audit log who read governed data, who was refused a workbook, and who previewed the access
 * of others.
 */
export function recordAccess(app: FastifyInstance, { accessLog }: Service): void {
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    const { endpoint } = request.routeOptions.config;
    if (!caller?.trace || !endpoint) return;
    const { trace, userId, credential } = caller;
    const by = { userId, credentialId: credential.id, operation: endpoint.id };
    const { workbook_id: workbookId } = request.params as { workbook_id?: string };
    if (
      workbookId !== undefined &&
      (reply.statusCode === 403 || (trace.refused && reply.statusCode === 404))
    ) {
      accessLog.record({ ...by, workbookId, action: 'access.refused', tableIds: [] });
    } else if (reply.statusCode < 400 && !changesState(endpoint) && !showsNoCells.has(endpoint.id)) {
      const action = endpoint.id === 'previewAccess' ? 'access.previewed' : 'data.read';
      for (const [governedId, tables] of trace.governed)
        accessLog.record({ ...by, workbookId: governedId, action, tableIds: [...tables] });
    }
  });
}
