import { isProblem } from '@workbook-data-service/client';
import { type MaterializeAnswer, materializeSource, type ParseSpec } from '@workbook-data-service/client/api';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../query-client.js';
import { service } from '../service.js';
import type { SourcePlace } from '../source-queries.js';

/** Tables that a job makes of a file. It goes on while its user looks at other pages. */
export interface Making {
  place: SourcePlace;
  jobId: string;
  updates: boolean;
  state: 'running' | 'done' | 'failed';
  percent: number | undefined;
  /** Whether its end was told, on whatever page its user was. */
  isTold: boolean;
  /** The corrected reading, while this page has it: if it fails, it can be taken up again. */
  corrected?: ParseSpec['sheets'];
  answer?: MaterializeAnswer;
  error?: unknown;
}

/** What is known again after the page was loaded anew. */
type Left = Pick<Making, 'place' | 'jobId' | 'updates' | 'isTold'>;

type MakingRequest = Parameters<typeof materializeSource>[1]['body'];

const KEY = 'workbooks.making';

const listeners = new Set<() => void>();
let makings: readonly Making[] = [];

export function useMakings(): readonly Making[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => makings,
  );
}

/** What is being made of a file, or was until somebody saw it. */
export function useMaking(place: SourcePlace): Making | undefined {
  return useMakings().find((making) => isOf(making, place));
}

/** Makes tables in a job, which also keeps a correction of the reading: all of it, or nothing. */
export async function startMaking(
  place: SourcePlace,
  body: NonNullable<MakingRequest>,
  corrected: ParseSpec['sheets'] | null,
): Promise<void> {
  const accepted = await materializeSource(service, { path: place, body: { ...body, async: true } });
  if (!('job_id' in accepted)) return;
  const updates = body.target?.mode === 'update';
  void follow({ place, jobId: accepted.job_id, updates, isTold: false, ...(corrected && { corrected }) });
}

export function markTold(jobId: string): void {
  change(jobId, { isTold: true });
}

export function forgetMaking(place: SourcePlace): void {
  set(makings.filter((making) => !isOf(making, place)));
}

const isOf = ({ place }: Making, { workbook_id, source_name }: SourcePlace): boolean =>
  place.workbook_id === workbook_id && place.source_name === source_name;

async function follow(begun: Left & Pick<Making, 'corrected'>): Promise<void> {
  const { place, jobId } = begun;
  set([
    ...makings.filter((making) => !isOf(making, place)),
    { ...begun, state: 'running', percent: undefined },
  ]);
  try {
    const answer = await service.waitForJob<MaterializeAnswer>(jobId, {
      onProgress: ({ percent }) => change(jobId, { percent }),
    });
    await queryClient.invalidateQueries({ queryKey: ['workbook', place.workbook_id] });
    change(jobId, { state: 'done', answer });
  } catch (error) {
    // Of a workbook that is gone, or that another user of this browser had open.
    if (isProblem(error, 'not-found')) forgetMaking(place);
    else change(jobId, { state: 'failed', error });
  }
}

function change(jobId: string, news: Partial<Making>): void {
  set(makings.map((making) => (making.jobId === jobId ? { ...making, ...news } : making)));
}

function set(next: readonly Making[]): void {
  makings = next;
  const running = next.filter(({ state }) => state !== 'done');
  sessionStorage.setItem(
    KEY,
    JSON.stringify(running.map(({ place, jobId, updates, isTold }) => ({ place, jobId, updates, isTold }))),
  );
  for (const listener of listeners) listener();
}

/** Follows again what was being made when the page was left, and tells again what failed. */
function resume(): void {
  const left = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Left[];
  for (const making of left) void follow(making);
}

resume();
