import { AuditLogAnswer, AuditLogQuery } from '@workbook-data-service/contract/audit';
import { WorkbookParams } from '@workbook-data-service/contract/common';
import { readWorkbookLog } from '../../features/audit/read-audit-log.js';
import { ok } from '../../present/answer.js';
import { auditLogBody } from '../../present/audit.js';
import { type Endpoint, endpoint } from '../endpoint.js';

export const auditEndpoints: Endpoint[] = [
  endpoint({
    id: 'getAuditLog',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/audit-log',
    summary: 'Who did what in the workbook, newest first, and whether the log is untouched',
    description:
      'Each entry covers the one before it by a hash. All pages together can be verified offline with `npm run verify-audit-log`.',
    tag: 'Audit',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: AuditLogQuery,
    answers: { 200: AuditLogAnswer },
    run: ({ service, caller, params, query }) => readWorkbookLog(service, caller, params.workbook_id, query),
    present: (log) => ok(auditLogBody(log)),
  }),
];
