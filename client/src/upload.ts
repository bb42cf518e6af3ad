import {
  createUpload,
  getUpload,
  ingestUpload,
  putUpload,
  type UploadAnswer,
  type UploadSlot,
  type UploadSourceData,
  uploadSource,
} from './api.js';
import type { Connection } from './connection.js';
import { canSendStreams, counting, type FileInput, type FileSource, fileSource } from './file-source.js';
import { backoff, isTransientFailure, pause } from './retry.js';
import { waitForJob } from './wait-for-job.js';

/** Smaller files are sent in one call. */
const LARGE_BYTES = 4 * 1024 * 1024;
const TRIES = 5;

export interface UploadProgress {
  /** `sending`, and then what the service is doing with the file. */
  stage: string;
  /** Of the stage; undefined where nobody knows how much there is. */
  percent: number | undefined;
  /** Bytes. In browsers, which do not tell, 0 until all are sent. */
  sent: number;
  total: number | undefined;
}

export interface UploadOptions extends Pick<UploadSourceData['body'], 'mode' | 'structuring' | 'reading'> {
  /** With its extension; needed where the file does not know its name. */
  filename?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal | undefined;
}

/** Sends a file and waits until its tables are there. A large file goes through an upload slot and a job. */
export async function upload(
  connection: Connection,
  workbookId: string,
  file: FileInput,
  options: UploadOptions = {},
): Promise<UploadAnswer> {
  const { filename, onProgress, signal, ...settings } = options;
  const source = fileSource(file, filename);
  if (source.blob && source.blob.size < LARGE_BYTES) {
    const tellSent = sentTeller(source, onProgress);
    const body = { ...settings, file: new File([source.blob], source.name) };
    const answer = await uploadSource(connection, { path: { workbook_id: workbookId }, body, signal });
    tellSent(source.blob.size);
    return answer as UploadAnswer;
  }
  const { id, size } = await sendToNewSlot(connection, workbookId, source, options);
  const ingest = {
    path: { upload_id: id },
    body: { async: true, ...(options.reading && { reading: options.reading }) },
    signal,
  };
  const { job_id: jobId } = (await ingestUpload(connection, ingest)) as { job_id: string };
  return await waitForJob(connection, jobId, {
    signal,
    onProgress: onProgress && ((progress) => onProgress({ ...progress, sent: size, total: size })),
  });
}

/** Sends a file into a new upload slot, from which it can be ingested for a day. */
export async function uploadToSlot(
  connection: Connection,
  workbookId: string,
  file: FileInput,
  options: UploadOptions = {},
): Promise<{ id: string; size: number }> {
  return await sendToNewSlot(connection, workbookId, fileSource(file, options.filename), options);
}

async function sendToNewSlot(
  connection: Connection,
  workbookId: string,
  source: FileSource,
  { filename: _, reading: __, onProgress, signal, ...settings }: UploadOptions,
): Promise<{ id: string; size: number }> {
  const tellSent = sentTeller(source, onProgress);
  const body = { ...settings, filename: source.name };
  const slot = await createUpload(connection, { path: { workbook_id: workbookId }, body, signal });
  return { id: slot.id, size: await sendToSlot(connection, slot, source, { tellSent, signal }) };
}

/** Tells how much of a file is sent; at once, that nothing is. */
function sentTeller({ blob }: FileSource, onProgress: UploadOptions['onProgress']): (sent: number) => void {
  const total = blob?.size;
  const tellSent = (sent: number): void =>
    onProgress?.({ stage: 'sending', percent: total && Math.floor((sent / total) * 100), sent, total });
  tellSent(0);
  return tellSent;
}

interface Sending {
  tellSent(bytes: number): void;
  signal: AbortSignal | undefined;
}

/** A slot takes its bytes once. Where nobody knows whether it has, it is asked, and the bytes are sent again if not. */
async function sendToSlot(
  connection: Connection,
  slot: UploadSlot,
  source: FileSource,
  { tellSent, signal }: Sending,
): Promise<number> {
  const path = { upload_id: slot.id };
  for (let attempt = 0; ; attempt++) {
    try {
      const body = (await sentBody(source, tellSent)) as Blob;
      const { size } = await putUpload(connection, { path, query: signatureOf(slot), body, signal });
      tellSent(size);
      return size;
    } catch (error) {
      signal?.throwIfAborted();
      if (!source.blob || !isTransientFailure(error) || attempt + 1 === TRIES) throw error;
      const { status, size } = await getUpload(connection, { path, signal });
      if (status === 'uploaded') return size ?? 0;
      await pause(backoff(attempt), signal);
    }
  }
}

async function sentBody(
  source: FileSource,
  tellSent: (bytes: number) => void,
): Promise<Blob | ReadableStream> {
  if (canSendStreams) return counting(source.stream(), tellSent);
  return source.blob ?? (await new Response(source.stream()).blob());
}

/** The signature is in the address that the slot was answered with. */
function signatureOf({ upload_url = '' }: UploadSlot): { expires: number; sig: string } {
  const { searchParams } = new URL(upload_url);
  return { expires: Number(searchParams.get('expires')), sig: searchParams.get('sig') ?? '' };
}
