import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  endFileLinkSchedule,
  endSourceSchedule,
  listSchedules,
  type Schedule,
  type SetScheduleRequest,
  type Source,
  setFileLinkSchedule,
  setSourceSchedule,
  setTableRefresh,
} from '@workbook-data-service/client/api';
import { service } from '../service.js';
import { fileLinksQuery, sourcesQuery, tablesQuery } from '../workbook-queries.js';

/** While something runs, after how long it is looked for again. */
const RUNNING_MS = 2_000;

export const schedulesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'schedules'],
    queryFn: ({ signal }) =>
      listSchedules(service, { path: { workbook_id: workbookId }, query: { limit: 1000 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.schedules.some(({ running_job_id: job }) => job !== null) ? RUNNING_MS : false,
  });

/** What the service can keep fresh by itself. */
export interface Subject {
  kind: Exclude<Schedule['kind'], 'mail_report'>;
  id: string;
  name: string;
  /** Of a file that was not fetched from the web: nobody has said where it is there. */
  needsAddress?: boolean;
}

/** The file of a source, as something that the service can fetch by itself. */
export const fileFromWeb = ({
  id,
  name,
  provenance,
}: Pick<Source, 'id' | 'name' | 'provenance'>): Subject => ({
  kind: 'pull_url',
  id,
  name,
  needsAddress: provenance?.kind !== 'url',
});

/** The files and tables of a workbook that have no schedule yet, by how they are kept fresh. */
export function useUnscheduled(workbookId: string): Subject[] {
  const links = useQuery(fileLinksQuery(workbookId)).data?.file_links ?? [];
  const sources = useQuery(sourcesQuery(workbookId)).data?.sources ?? [];
  const tables = useQuery(tablesQuery(workbookId)).data?.artifacts ?? [];
  const known = useQuery(schedulesQuery(workbookId)).data?.schedules ?? [];
  const tracked = new Set(links.map(({ source }) => source));
  const subjects: Subject[] = [
    ...links
      .filter(({ provider }) => provider !== 'local')
      .map(({ id, filename }): Subject => ({ kind: 'pull_file', id, name: filename })),
    ...sources
      .filter(({ name }) => !tracked.has(name))
      .map(fileFromWeb)
      .sort((a, b) => Number(a.needsAddress) - Number(b.needsAddress)),
    ...tables
      .filter(({ layer }) => layer === 'derived')
      .map(({ id, name }): Subject => ({ kind: 'refresh', id: id ?? name, name })),
  ];
  return subjects.filter(({ id }) => !known.some(({ subject_id: other }) => other === id));
}

/** Undefined for what is mailed rather than kept fresh. */
export const subjectOf = ({ kind, subject_id: id, subject: name }: Schedule): Subject | undefined =>
  kind === 'mail_report' ? undefined : { kind, id, name };

/** When a file is pulled, and from where if not from the address that is known. */
export type Times = SetScheduleRequest & { url?: string };

/** Has the service keep something fresh; tables are, whenever what they are computed from has changed. */
export async function setSchedule(workbookId: string, { kind, id, name }: Subject, times: Times) {
  const path = { workbook_id: workbookId };
  switch (kind) {
    case 'pull_file':
      return await setFileLinkSchedule(service, { path: { ...path, link_id: id }, body: times });
    case 'pull_url':
      return await setSourceSchedule(service, { path: { ...path, source_name: id }, body: times });
    case 'refresh':
      return await setTableRefresh(service, { path: { ...path, name }, body: { refresh: 'auto' } });
  }
}

export async function endSchedule(workbookId: string, { kind, id, name }: Subject): Promise<void> {
  const path = { workbook_id: workbookId };
  switch (kind) {
    case 'pull_file':
      return await endFileLinkSchedule(service, { path: { ...path, link_id: id } });
    case 'pull_url':
      return await endSourceSchedule(service, { path: { ...path, source_name: id } });
    case 'refresh':
      await setTableRefresh(service, { path: { ...path, name }, body: { refresh: 'manual' } });
  }
}
