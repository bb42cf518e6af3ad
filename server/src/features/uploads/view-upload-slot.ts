import { may } from '../../core/rights.js';
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
  const { slot, rights } = await requireSlot(service, caller, uploadId, 'workbooks:read');
  return viewSlot(service, slot, origin, may(rights, 'workbooks:write'));
}

/** The URL is a right to write, so whoever may only read is not shown it. */
export function viewSlot(service: Service, slot: SlotRow, origin: string, mayWrite: boolean): SlotView {
  const status = uploadStatusAt(slot, new Date());
  const isOpen = status === 'pending' && mayWrite;
  return { slot, status, uploadUrl: isOpen ? signedUrl(service, slot, origin) : undefined };
}

function signedUrl({ uploadSignatures }: Service, { id, expires_at }: SlotRow, origin: string): string {
  const expires = Date.parse(expires_at) / 1000;
  const sig = uploadSignatures.sign({ uploadId: id, expires });
  return `${origin}/api/v1/uploads/${id}?expires=${expires}&sig=${sig}`;
}
