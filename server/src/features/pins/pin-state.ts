import type { Message } from '@workbook-data-service/contract/messages/message';
import type { Change } from '../../catalog/change.js';
import { insertSnapshot, type SnapshotRecord, summaryOf } from '../../catalog/snapshots.js';
import type { Config } from '../../config.js';
import { storedSaying } from '../../core/stored-saying.js';

export interface SnapshotInput {
  summary: string;
  eventType: string;
  actor?: string | null | undefined;
}

/** What the service calls a state that it pins before a step that takes something away. */
export const BEFORE = 'pin';
/** And one that it pins because the day before brought changes. */
export const DAILY = 'day';
/** Kinds of snapshots that end by themselves unless somebody gives them a name. */
export const endingKinds: readonly string[] = [BEFORE, DAILY, 'restore'];

/** Pins the state before a step that takes something away, as part of its op, unless nothing is to be pinned so. */
export async function pinBefore(
  c: Change,
  { autoPinDays }: Pick<Config, 'autoPinDays'>,
  { workbookId, opId, summary }: { workbookId: string; opId: number; summary: Message },
): Promise<void> {
  if (autoPinDays > 0)
    await insertSnapshot(c, {
      workbookId,
      opId,
      summary: storedSaying(summary),
      eventType: BEFORE,
      label: null,
      automatic: true,
      actor: null,
    });
}

/** Pins the current state of a workbook as part of a change; with `opId`, as part of its op. */
export async function pinState(
  c: Change,
  workbookId: string,
  input: (
    | (SnapshotInput & { automatic: false })
    | (Omit<SnapshotInput, 'summary'> & { automatic: true; summary: Message })
  ) & { opId?: number; label?: string },
): Promise<SnapshotRecord> {
  const { eventType, automatic, label = null } = input;
  const summary = input.automatic ? storedSaying(input.summary) : input.summary;
  const actor = input.actor ?? null;
  const opId =
    input.opId ??
    (await c.op({
      workbookId,
      kind: 'snapshot.commit',
      actor,
      operation: { operation: 'commitSnapshot', input: { summary, eventType } },
    }));
  const record = await insertSnapshot(c, { workbookId, opId, summary, eventType, label, automatic, actor });
  c.emit(workbookId, 'snapshot.committed', {
    snapshot_id: record.id,
    label,
    summary: summaryOf(record).text,
    event_type: eventType,
    automatic,
    op_id: opId,
  });
  await c.audit({
    chain: workbookId,
    action: 'snapshot.committed',
    target: record.id,
    detail: { op_id: opId, event_type: eventType, automatic },
  });
  return record;
}
