import type { ReceivedUpload } from '../features/uploads/receive-upload.js';
import type { SlotView } from '../features/uploads/view-upload-slot.js';

export function slotBody({ slot, status, uploadUrl }: SlotView) {
  return {
    id: slot.id,
    status,
    ...(uploadUrl !== undefined && { upload_url: uploadUrl }),
    workbook_id: slot.workbook_id,
    filename: slot.filename,
    mode: slot.mode,
    structuring: slot.structuring,
    size: slot.size,
    sha256: slot.blob_hash,
    created_at: slot.created_at,
    expires_at: slot.expires_at,
  };
}

export function receivedUploadBody({ uploadId, blob }: ReceivedUpload) {
  return { id: uploadId, status: 'uploaded' as const, size: blob.size, sha256: blob.hash };
}
