import type { FastifyInstance } from 'fastify';
import type { AccessLog } from '../features/audit/access-log.js';
import type { Caller } from '../features/caller.js';
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

/**
 * Records in the audit log who read governed data, who was refused a workbook, and who previewed the access
 * of others.
 */
export function recordAccess(app: FastifyInstance, { accessLog }: Service): void {
  app.addHook('onResponse', async (request, reply) => {
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
  });
}

/** A call of an endpoint or a tool, after it was answered. */
interface AnsweredCall {
  operation: string;
  /** The workbook that it names. */
  workbookId: string | undefined;
  status: number;
  /** Whether it reads, and its answer has cells. */
  showsCells: boolean;
}

export function recordCall(
  accessLog: AccessLog,
  { trace, userId, credential, actor }: Caller,
  { operation, workbookId, status, showsCells }: AnsweredCall,
): void {
  if (!trace) return;
  const by = { userId, credentialId: credential.id, actor, operation };
  if (workbookId !== undefined && (status === 403 || (trace.refused && status === 404))) {
    accessLog.record({ ...by, workbookId, action: 'access.refused', tableIds: [] });
  } else if (status < 400 && showsCells) {
    const action = operation === 'previewAccess' ? 'access.previewed' : 'data.read';
    for (const [governedId, tables] of trace.governed)
      accessLog.record({ ...by, workbookId: governedId, action, tableIds: [...tables] });
  }
}
