import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../catalog/db.js';
import type { Schema } from '../../catalog/schema.js';
import { type Problem, problem } from '../../core/problems.js';
import type { Rights } from '../../core/rights.js';
import type { Scope } from '../../core/scopes.js';
import {
  mayMove,
  type StoredUploadStatus,
  type UploadStatus,
  uploadStatusAt,
} from '../../core/upload-status.js';
import { requireRight, rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export type SlotRecord = Selectable<Schema['upload_slots']>;

export async function findSlot(db: Db, uploadId: string): Promise<SlotRecord | undefined> {
  return await db.selectFrom('upload_slots').selectAll().where('id', '=', uploadId).executeTakeFirst();
}

/** A slot of a workbook out of the caller's reach is reported as not found. */
export async function requireSlot(
  service: Service,
  caller: Caller,
  uploadId: string,
  scope: Scope,
): Promise<{ slot: SlotRecord; rights: Rights }> {
  const slot = await findSlot(service.catalog.db, uploadId);
  const rights = slot && (await rightsTo(service, caller, slot.workbook_id));
  if (!slot || !rights) throw problem('not-found', say('upload-unreached', { upload: uploadId }));
  requireRight(rights, scope);
  return { slot, rights };
}

export function refuseUnlessMovable(slot: SlotRecord, to: StoredUploadStatus): void {
  const status = uploadStatusAt(slot, new Date());
  if (!mayMove(status, to)) throw cannotMove(status);
}

/** If several requests try the same move at once, exactly one succeeds. */
export async function moveSlot(
  tx: Tx,
  slot: SlotRecord,
  to: StoredUploadStatus,
  fields: Partial<Pick<SlotRecord, 'blob_hash' | 'size' | 'expires_at'>> = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('upload_slots')
    .set({ ...fields, status: to })
    .where('id', '=', slot.id)
    .where('status', '=', slot.status)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw cannotMove(to);
}

/** Ends the slots of a user whose signed URL still accepts bytes. Returns how many there were. */
export async function endUnusedSlots(tx: Tx, userId: string, at: string): Promise<number> {
  const ended = await tx
    .updateTable('upload_slots')
    .set({ expires_at: at })
    .where('created_by', '=', userId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at)
    .returning('id')
    .execute();
  return ended.length;
}

export function slotExpired(): Problem {
  return problem('expired', say('upload-expired'), { fix: say('fix-upload-expired') });
}

const whyNot: Record<StoredUploadStatus, { detail: Message; fix: Message }> = {
  pending: {
    detail: say('slot-pending'),
    fix: say('fix-slot-pending'),
  },
  uploaded: {
    detail: say('slot-uploaded'),
    fix: say('fix-slot-uploaded'),
  },
  ingested: {
    detail: say('slot-ingested'),
    fix: say('fix-slot-ingested'),
  },
};

function cannotMove(status: UploadStatus): Problem {
  if (status === 'expired') return slotExpired();
  const { detail, fix } = whyNot[status];
  return problem('conflict', detail, { fix, members: { upload_status: status } });
}
