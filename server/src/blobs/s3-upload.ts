import type { S3Target } from './s3-target.js';
import type { StagedFile } from './staging.js';

const smallestPart = 8 * 1024 * 1024;
const mostParts = 10_000;
const partsAtOnce = 4;

/** Parts are buffers rather than streams: the SDK can send a buffer again after a failure. */
export async function uploadToS3(target: S3Target, key: string, staged: StagedFile): Promise<void> {
  const { size } = staged.ref;
  if (size > smallestPart) return uploadInParts(target, key, staged);
  const Body = await readPart(staged, 0, size);
  await target.send(
    new target.sdk.PutObjectCommand({ Bucket: target.bucket, Key: key, Body, ContentLength: size }),
  );
}

async function uploadInParts(
  { sdk, send, bucket }: S3Target,
  key: string,
  staged: StagedFile,
): Promise<void> {
  const { size } = staged.ref;
  const partSize = Math.max(smallestPart, Math.ceil(size / mostParts));
  const place = { Bucket: bucket, Key: key };
  const { UploadId } = await send(new sdk.CreateMultipartUploadCommand(place));
  const tags = new Array<string | undefined>(Math.ceil(size / partSize));
  const numbers = tags.keys();

  async function sendParts(): Promise<void> {
    // All senders draw from the one iterator, so each part is sent by one of them.
    for (const index of numbers) {
      const Body = await readPart(staged, index * partSize, Math.min(partSize, size - index * partSize));
      const part = { ...place, UploadId, PartNumber: index + 1, Body };
      tags[index] = (await send(new sdk.UploadPartCommand(part))).ETag;
    }
  }

  try {
    await Promise.all(Array.from({ length: partsAtOnce }, sendParts));
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await send(new sdk.CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    // What cannot be aborted now is left to the bucket's lifecycle rule; the first error is the one to tell.
    await send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function readPart({ handle }: StagedFile, start: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(part, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error('The staged file ended early');
    filled += bytesRead;
  }
  return part;
}
