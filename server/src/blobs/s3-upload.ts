import type { S3Target } from './s3-target.js';
import type { StagedFile } from './staging.js';

const readSize = 1024 * 1024;

/** Sends a small file in one piece and a large one in parts, a few at a time; each is in memory while it is sent. */
export async function uploadToS3(target: S3Target, key: string, staged: StagedFile): Promise<void> {
  const { sdk, client, health, bucket, send } = target;
  const place = { Bucket: bucket, Key: key };
  const Body = staged.handle.createReadStream({ start: 0, autoClose: false, highWaterMark: readSize });
  const upload = new target.Upload({ client, params: { ...place, Body, ContentLength: staged.ref.size } });
  try {
    await health.watch(() => upload.done());
  } catch (error) {
    // The library gives up the parts where one of them failed, but not where their completion did. What cannot be
    // aborted now is left to the bucket's lifecycle rule; the first error is the one to report.
    const { uploadId: UploadId } = upload;
    if (UploadId)
      await send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}
