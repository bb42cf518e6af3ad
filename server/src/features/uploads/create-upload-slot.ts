import { type CommitOptions, change } from '../../catalog/change.js';
import { cleanFilename } from '../../core/file-names.js';
import { newId } from '../../core/ids.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import type { SlotRecord } from './upload-slots.js';
import { type SlotView, viewSlot } from './view-upload-slot.js';

const OPEN_MS = 15 * 60 * 1000;

interface SlotInput extends Pick<SlotRecord, 'filename' | 'mode' | 'structuring'> {
  workbookId: string;
  /** Scheme and host of the upload URL. */
  origin: string;
}

/** Creates a slot for a file, with a URL that needs no credential to upload the bytes. */
export async function createUploadSlot(
  service: Service,
  caller: Caller,
  { workbookId, origin, ...input }: SlotInput,
  commit: CommitOptions,
): Promise<SlotView> {
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const slot: SlotRecord = {
        id: newId('upl'),
        workbook_id: workbookId,
        ...input,
        filename: cleanFilename(input.filename),
        status: 'pending',
        blob_hash: null,
        size: null,
        created_at: c.at,
        created_by: caller.userId,
        expires_at: wholeSecond(Date.now() + OPEN_MS),
      };
      await c.tx.insertInto('upload_slots').values(slot).execute();
      await c.audit({
        chain: workbookId,
        action: 'upload.slot_created',
        target: slot.id,
        detail: { filename: slot.filename, expires_at: slot.expires_at },
      });
      return viewSlot(service, slot, origin, true);
    },
    commit,
  );
}

/** The signed URL has its expiry in seconds. */
function wholeSecond(millis: number): string {
  return new Date(Math.floor(millis / 1000) * 1000).toISOString();
}
