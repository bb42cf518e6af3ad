import type { AccessLog } from '../features/audit/access-log.js';
import type { Caller } from '../features/caller.js';

/** A call of an endpoint or a tool, after it was answered. */
interface AnsweredCall {
  operation: string;
  /** The workbook that it names. */
  workbookId: string | undefined;
  status: number;
  /** Whether it reads, and its answer has cells. */
  showsCells: boolean;
}

/** Records in the audit log who read governed data, who was refused a workbook, and who previewed others' access. */
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
