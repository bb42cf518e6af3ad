import { change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import { type ReceivedFile, receiveFile } from '../../workbook/files/received-file.js';
import type { Service } from '../service.js';
import { grantText, type UploadGrant } from './upload-grant.js';
import { findSlot, moveSlot, refuseUnlessMovable, slotExpired } from './upload-slots.js';

const KEPT_MS = 24 * 60 * 60 * 1000;

interface IncomingUpload extends UploadGrant {
  signature: string;
  bytes: AsyncIterable<Uint8Array>;
  requestId: string;
}

export interface ReceivedUpload {
  uploadId: string;
  blob: ReceivedFile['blob'];
}

/** Receives the bytes of a slot through its signed URL; they can be ingested for a day. */
export async function receiveUpload(service: Service, upload: IncomingUpload): Promise<ReceivedUpload> {
  // A slot that does not exist gets the same answer as a wrong signature, so that slots cannot be probed.
  if (!service.uploadSignatures.verify(grantText(upload), upload.signature)) throw problem('wrong-signature');
  if (upload.expires * 1000 <= Date.now()) throw slotExpired();
  const slot = await findSlot(service.catalog.db, upload.uploadId);
  if (!slot) throw problem('wrong-signature');
  refuseUnlessMovable(slot, 'uploaded');

  const { blob } = await receiveFile(service.data, upload.bytes, slot.filename);
  const author = { userId: null, credentialId: null, requestId: upload.requestId };
  return await change(service.catalog, author, async (c) => {
    await moveSlot(c.tx, slot, 'uploaded', {
      blob_hash: blob.hash,
      size: blob.size,
      expires_at: new Date(Date.now() + KEPT_MS).toISOString(),
    });
    await c.audit({
      chain: slot.workbook_id,
      action: 'upload.received',
      target: slot.id,
      detail: { sha256: blob.hash, size: blob.size },
    });
    return { uploadId: slot.id, blob };
  });
}
