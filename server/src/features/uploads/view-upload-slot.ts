import { may } from '../../core/rights.js';
import { type UploadStatus, uploadStatusAt } from '../../core/upload-status.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { SourceVisibility } from '../sources/source-visibility.js';
import { grantText } from './upload-grant.js';
import { requireSlot, type SlotRecord } from './upload-slots.js';

export interface SlotView {
  slot: SlotRecord;
  status: UploadStatus;
  /** Where to PUT the bytes, while the slot is pending. */
  uploadUrl: string | undefined;
}

export async function getUploadSlot(
  service: Service,
  caller: Caller,
  uploadId: string,
  origin: string,
): Promise<SlotView> {
  const { slot, rights } = await requireSlot(service, caller, uploadId, 'workbooks:read');
  const seen = await withoutHiddenContent(service, caller, slot);
  return viewSlot(service, seen, origin, may(rights, 'workbooks:write'));
}

/** Hash and size are shown only to callers who may see every column that comes from the bytes. */
async function withoutHiddenContent(service: Service, caller: Caller, slot: SlotRecord): Promise<SlotRecord> {
  if (slot.blob_hash === null) return slot;
  const visibility = await SourceVisibility.load(service, caller, slot.workbook_id);
  return (await visibility.mayKnowContent(slot.blob_hash)) ? slot : { ...slot, blob_hash: null, size: null };
}

/** The URL grants a write, so it is shown only to callers who may write. */
export function viewSlot(service: Service, slot: SlotRecord, origin: string, mayWrite: boolean): SlotView {
  const status = uploadStatusAt(slot, new Date());
  const isOpen = status === 'pending' && mayWrite;
  return { slot, status, uploadUrl: isOpen ? signedUrl(service, slot, origin) : undefined };
}

function signedUrl({ uploadSignatures }: Service, { id, expires_at }: SlotRecord, origin: string): string {
  const expires = Date.parse(expires_at) / 1000;
  const sig = uploadSignatures.sign(grantText({ uploadId: id, expires }));
  return `${origin}/api/v1/uploads/${id}?expires=${expires}&sig=${sig}`;
}
