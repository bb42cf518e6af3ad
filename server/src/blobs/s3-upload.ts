import { traced } from '../core/tracing.js';
import type { S3Target } from './s3-target.js';
import type { StagedFile } from './staging.js';

const readSize = 1024 * 1024;

/**
 * Uploads a small file at once and a large one in parts, a few at a time; each part is in memory while it is
 * sent.
 */
export async function uploadToS3(target: S3Target, key: string, staged: StagedFile): Promise<void> {
  const { sdk, client, health, bucket, send } = target;
  const place = { Bucket: bucket, Key: key };
  const Body = staged.handle.createReadStream({ start: 0, autoClose: false, highWaterMark: readSize });
  const upload = new target.Upload({ client, params: { ...place, Body, ContentLength: staged.ref.size } });
  try {
    await traced(
      () => ({ name: 's3 Upload', kind: 'client', attributes: { bytes: staged.ref.size } }),
      () => health.watch(() => upload.done()),
    );
  } catch (error) {
    // The library aborts the upload if a part failed, but not if its completion did. If aborting fails too,
    // the bucket's lifecycle rule removes the parts; the first error is reported.
    const { uploadId: UploadId } = upload;
    if (UploadId)
      await send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}
