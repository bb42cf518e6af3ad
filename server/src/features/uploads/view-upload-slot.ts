import { grants } from '../../core/scopes.js';
import { type UploadStatus, uploadStatusAt } from '../../core/upload-status.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { requireSlot, type SlotRow } from './upload-slots.js';

export interface SlotView {
  slot: SlotRow;
  status: UploadStatus;
  /** Where the bytes are to be put, while they are awaited. */
  uploadUrl: string | undefined;
}

export async function getUploadSlot(
  service: Service,
  caller: Caller,
  uploadId: string,
  origin: string,
): Promise<SlotView> {
  return viewSlot(service, caller, await requireSlot(service, caller, uploadId), origin);
}

/** The URL is a right to write, so a credential that may only read is not shown it. */
export function viewSlot(service: Service, caller: Caller, slot: SlotRow, origin: string): SlotView {
  const status = uploadStatusAt(slot, new Date());
  const isOpen = status === 'pending' && grants(caller.credential.scopes, 'workbooks:write');
  return { slot, status, uploadUrl: isOpen ? signedUrl(service, slot, origin) : undefined };
}

function signedUrl({ uploadSignatures }: Service, { id, expires_at }: SlotRow, origin: string): string {
  const expires = Date.parse(expires_at) / 1000;
  const sig = uploadSignatures.sign({ uploadId: id, expires });
  return `${origin}/api/v1/uploads/${id}?expires=${expires}&sig=${sig}`;
}
