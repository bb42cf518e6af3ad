import { say } from '@workbook-data-service/contract/messages';
import type { ScheduleKind } from '@workbook-data-service/contract/schedules';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { databaseTime } from '../../catalog/database-time.js';
import { findLinkOfSource } from '../../catalog/file-links.js';
import {
  deleteScheduleRecord,
  insertSchedule,
  type NamedSchedule,
  neverRun,
  noSubject,
  redefineSchedule,
  type ScheduleSubject,
  scheduleOf,
  scheduleUrl,
  sealScheduleUrl,
} from '../../catalog/schedule-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { newId } from '../../core/ids.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Provenance } from '../../core/provenance.js';
import type { Timing } from '../../core/schedule-times.js';
import type { Caller } from '../caller.js';
import { requireLink } from '../links/file-links.js';
import type { LinkPlace, SourcePlace, TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { getSource } from '../sources/sources.js';
import { requireTransformOf } from '../transforms/transforms.js';
import { type ScheduleView, viewSchedule } from './schedules.js';
import { dueAfter, requireTiming, type TimingInput, timingColumns } from './timing.js';

/** Has a tracked file pulled from the drive of the caller, with whose rights it then runs. */
export async function setFileSchedule(
  service: Service,
  caller: Caller,
  place: LinkPlace,
  input: TimingInput,
  commit: CommitOptions,
): Promise<ScheduleView> {
  const timing = requireTiming(input, await databaseTime(service.catalog));
  const { id, provider } = await requireLink(service.catalog.db, place);
  if (provider === 'local')
    throw problem('not-a-cloud-link', say('link-is-local', { link: id }), { members: { link_id: id } });
  return await setSchedule(
    service,
    caller,
    { ...place, kind: 'pull_file', subject: { file_link_id: id }, timing },
    commit,
  );
}

/** Has the file of a source fetched again, which then revises the source if it has changed. */
export async function setSourceSchedule(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  { url: given, ...input }: TimingInput & { url?: string | undefined },
  commit: CommitOptions,
): Promise<ScheduleView> {
  const timing = requireTiming(input, await databaseTime(service.catalog));
  const source = await getSource(service, place);
  const link = await findLinkOfSource(service.catalog.db, source.id);
  if (link)
    throw problem('tracked-source', say('source-tracked', { source: source.name, link: link.id }), {
      members: { link_id: link.id },
    });
  const url = given ?? (await addressOf(service, source));
  await service.requirePublicUrl(url);
  return await setSchedule(
    service,
    caller,
    { ...place, kind: 'pull_url', subject: { source_id: source.id }, timing, url },
    commit,
  );
}

/** Where the file of a source is, as its schedule knows or as it was fetched. */
async function addressOf(service: Service, source: SourceRecord): Promise<string> {
  const before = await scheduleOf(service.catalog.db, { source_id: source.id });
  const known = before && scheduleUrl(service.catalog, before);
  const provenance = source.provenance === null ? null : (JSON.parse(source.provenance) as Provenance);
  const url = known ?? (provenance?.kind === 'url' ? provenance.url : undefined);
  if (url !== undefined) return url;
  throw problem('invalid-request', say('schedule-needs-url', { source: source.name }), {
    members: { errors: [fieldError('/url', say('field-required'))] },
  });
}

/** Whether a derived table is recomputed by itself. Answers its schedule; null where it is not. */
export async function setTableRefresh(
  service: Service,
  caller: Caller,
  place: TablePlace,
  { refresh }: { refresh: 'manual' | 'auto' },
  commit: CommitOptions,
): Promise<{ name: string; schedule: ScheduleView | null }> {
  const { record } = await service.data.as(caller).describe(place.workbookId, place.table);
  await requireTransformOf(service.catalog.db, record);
  const subject = { table_id: record.id };
  const answer = (schedule: ScheduleView | null) => ({ name: record.name, schedule });
  if (refresh === 'manual') {
    const remove = async (c: Change) => {
      const found = await scheduleOf(c.tx, subject);
      await deleteNoted(c, place.workbookId, found);
      return answer(null);
    };
    return await change(service.catalog, caller, remove, commit);
  }
  const set = (c: Change) =>
    putSchedule(service, caller, c, { ...place, kind: 'refresh', subject, timing: null }, null);
  return await change(service.catalog, caller, async (c) => answer(await set(c)), commit);
}

/** Ends the schedule of a tracked file or a source; there need not be one. */
export async function endSchedule(
  service: Service,
  caller: Caller,
  workbookId: string,
  subject: ScheduleSubject,
  commit: CommitOptions,
): Promise<void> {
  await change(
    service.catalog,
    caller,
    async (c) => deleteNoted(c, workbookId, await scheduleOf(c.tx, subject)),
    commit,
  );
}

async function deleteNoted(c: Change, workbookId: string, found: NamedSchedule | undefined): Promise<void> {
  if (found) await deleteScheduleRecord(c, found.id);
  const detail = { existed: found !== undefined };
  await c.audit({ chain: workbookId, action: 'schedule.deleted', target: found?.id ?? null, detail });
}

interface Wanted {
  workbookId: string;
  kind: ScheduleKind;
  subject: ScheduleSubject;
  timing: Timing | null;
  url?: string;
}

async function setSchedule(
  service: Service,
  caller: Caller,
  wanted: Wanted,
  commit: CommitOptions,
): Promise<ScheduleView> {
  const columns = { ...timingColumns(wanted.timing), due_at: null };
  const dueAt = dueAfter(columns, await databaseTime(service.catalog));
  return await change(service.catalog, caller, (c) => putSchedule(service, caller, c, wanted, dueAt), commit);
}

/** Makes the one schedule of its subject, or gives it other times; it runs with the rights of the caller from then on. */
async function putSchedule(
  { catalog, ...service }: Service,
  caller: Caller,
  c: Change,
  { workbookId, kind, subject, timing, url }: Wanted,
  dueAt: string | null,
): Promise<ScheduleView> {
  const before = await scheduleOf(c.tx, subject);
  const id = before?.id ?? newId('sch');
  const definition = {
    ...timingColumns(timing),
    url: url === undefined ? null : sealScheduleUrl(catalog, id, url),
    user_id: caller.userId,
    credential_id: caller.credentialId,
    due_at: dueAt,
  };
  if (before) await redefineSchedule(c, id, definition);
  else
    await insertSchedule(c, {
      id,
      workbook_id: workbookId,
      kind,
      ...noSubject,
      ...subject,
      ...neverRun,
      ...definition,
      created_at: c.at,
    });
  const detail = { kind, ...timingColumns(timing) };
  await c.audit({ chain: workbookId, action: 'schedule.set', target: id, detail });
  return viewSchedule({ catalog, ...service }, (await scheduleOf(c.tx, subject)) as NamedSchedule);
}
