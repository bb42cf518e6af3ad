import { isProblem } from '@workbook-data-service/client';
import { ingestUpload, type UploadAnswer } from '@workbook-data-service/client/api';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../query-client.js';
import { service, serviceWith } from '../service.js';
import { fetchWithProgress } from './fetch-with-progress.js';

/** A file on its way into a workbook. It goes on while its user looks at other pages. */
export interface Upload {
  id: number;
  workbookId: string;
  filename: string;
  state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed';
  /** Of the state; undefined where nobody knows. */
  percent: number | undefined;
  /** In bytes, of a file that is sent from this device. */
  sent?: { bytes: number; total: number };
  /** What the service says that it is doing with the file. */
  stage?: string;
  /** The job that reads the file, once it is sent. */
  jobId?: string;
  answer?: UploadAnswer;
  error?: unknown;
}

/** Files that are sent at the same time; the others wait. */
const AT_ONCE = 3;
const KEY = 'workbooks.uploads';

const listeners = new Set<() => void>();
const files = new Map<number, File>();
const cancelling = new Map<number, AbortController>();
let uploads: readonly Upload[] = [];
let lastId = 0;

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}

export function uploadFiles(workbookId: string, given: readonly File[]): void {
  for (const file of given) {
    const upload = add({ workbookId, filename: file.name, state: 'waiting' });
    files.set(upload.id, file);
  }
  startWaiting();
}

/** Shows how a file is read that came into the workbook in another way than from this device. */
export function followReading(workbookId: string, filename: string, jobId: string): void {
  const { id } = add({ workbookId, filename, state: 'reading' });
  follow(id, jobId).catch((error) => change(id, { state: 'failed', error }));
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', percent: undefined, error: undefined });
  startWaiting();
}

/** Gives up a file that is not sent yet. What the service has already received of it, it drops. */
export function cancelUpload(id: number): void {
  cancelling.get(id)?.abort();
  dismissUploads([id]);
  startWaiting();
}

export function canCancel({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

/** Whether the file of a failed upload is still at hand; after the page was loaded anew it is not. */
export function canRetry(id: number): boolean {
  return files.has(id);
}

export function dismissUploads(ids: readonly number[]): void {
  for (const id of ids) files.delete(id);
  set(uploads.filter(({ id }) => !ids.includes(id)));
}

export function isUnderWay({ state }: Upload): boolean {
  return state !== 'done' && state !== 'failed';
}

function startWaiting(): void {
  const busy = uploads.filter(({ state }) => state === 'sending' || state === 'reading').length;
  for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - busy))
    void send(upload.id);
}

async function send(id: number): Promise<void> {
  const file = files.get(id);
  const upload = uploads.find((one) => one.id === id);
  if (!file || !upload) return;
  change(id, { state: 'sending', percent: 0 });
  const { signal } = cancellation(id);
  try {
    const sending = serviceWith(
      fetchWithProgress((bytes, total) =>
        change(id, { percent: Math.floor((bytes / total) * 100), sent: { bytes, total } }),
      ),
    );
    const slot = await sending.workbook(upload.workbookId).uploadToSlot(file, { signal });
    const job = await ingestUpload(service, { path: { upload_id: slot.id }, body: { async: true }, signal });
    await follow(id, (job as { job_id: string }).job_id);
  } catch (error) {
    if (!signal.aborted) change(id, { state: 'failed', error });
  }
  cancelling.delete(id);
  startWaiting();
}

function cancellation(id: number): AbortController {
  const controller = new AbortController();
  cancelling.set(id, controller);
  return controller;
}

/** Waits for the job that reads the file, which goes on in the service even if the page is left. */
async function follow(id: number, jobId: string): Promise<void> {
  change(id, { state: 'reading', percent: undefined, jobId });
  const answer = await service.waitForJob<UploadAnswer>(jobId, {
    onProgress: ({ percent, stage }) => change(id, { percent, stage }),
  });
  files.delete(id);
  change(id, { state: 'done', percent: undefined, answer });
  void queryClient.invalidateQueries({ queryKey: ['workbooks'] });
  const upload = uploads.find((one) => one.id === id);
  if (upload) void queryClient.invalidateQueries({ queryKey: ['workbook', upload.workbookId] });
}

function add(given: Pick<Upload, 'workbookId' | 'filename' | 'state'>): Upload {
  lastId += 1;
  const upload: Upload = { id: lastId, percent: undefined, ...given };
  set([...uploads, upload]);
  return upload;
}

function change(id: number, news: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...news } : upload)));
}

function set(next: readonly Upload[]): void {
  uploads = next;
  const jobs = next.filter(({ state }) => state === 'reading');
  sessionStorage.setItem(
    KEY,
    JSON.stringify(jobs.map(({ workbookId, filename, jobId }) => ({ workbookId, filename, jobId }))),
  );
  for (const listener of listeners) listener();
}

/** Shows again what was being read when the page was left. */
function resume(): void {
  const left = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as {
    workbookId: string;
    filename: string;
    jobId: string;
  }[];
  for (const { jobId, ...upload } of left) {
    const { id } = add({ ...upload, state: 'reading' });
    follow(id, jobId).catch((error) => {
      // Of a workbook that is gone, or that another user of this browser had open.
      if (isProblem(error, 'not-found')) dismissUploads([id]);
      else change(id, { state: 'failed', error });
    });
  }
}

addEventListener('beforeunload', (event) => {
  if (uploads.some(canCancel)) event.preventDefault();
});
resume();
