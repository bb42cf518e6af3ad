import { say } from '@workbook-data-service/contract/messages';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { type CommitOptions, withOuterAnswer } from '../../catalog/change.js';
import type { JobProgress } from '../../catalog/job-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { fieldError, problem } from '../../core/problems.js';
import { landTablesOfSpecs } from '../../workbook/files/land-file.js';
import { regionRows, rememberSheets } from '../../workbook/files/parse-specs.js';
import type { SourcePlace } from '../places.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { fileOf, requireSpec } from '../sources/parse-specs.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';
import { type AppendedRows, type AppendTarget, appendRows } from './append-rows.js';
import { planCorrection, type SpecCorrection } from './correct-parse-spec.js';
import type { FollowedSpec } from './followed-spec.js';
import { makeTables } from './make-tables.js';
import type { ReplacedTable } from './replace-tables.js';
import { type UpdatedTables, updateTables } from './update-tables.js';

export interface MaterializeInput {
  /** Ids; if absent, every region with data. */
  regions?: string[] | undefined;
  append?: Omit<AppendTarget, 'dryRun'> | undefined;
  /** Tables of the source that go in the same transaction; only for new tables. */
  replaces?: readonly ReplacedTable[] | undefined;
  /** Whether the tables made before are brought to what the spec makes now, instead of making new ones beside them. */
  updates?: boolean | undefined;
  /** A correction of the spec that is kept with the tables that it makes, or not at all. Not with `append`. */
  correction?: SpecCorrection | undefined;
  dryRun?: boolean | undefined;
  actor?: string | null | undefined;
}

export interface MaterializedSource {
  source: SourceRecord;
  specVersion: number;
  tables: TableRecord[];
  /** What was remembered, so that files like it are read as this one was corrected; null where nothing was. */
  reading: { id: string; name: string } | null;
  appended: AppendedRows | null;
  updated: UpdatedTables | null;
  dryRun: boolean;
}

const MAX_APPENDED = 100_000;

/** Makes tables of a source by its parse spec, or appends their rows to an existing table. */
export async function materializeSource(
  service: Service,
  author: JobAuthor,
  place: SourcePlace,
  input: MaterializeInput,
  commit: CommitOptions,
  { reportProgress }: { reportProgress?: (progress: JobProgress) => Promise<void> } = {},
): Promise<MaterializedSource> {
  const { workbookId } = place;
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, author, source);
  await reportProgress?.({ stage: 'reading', percent: 10 });
  const spec = await specToFollow(service, source, input.correction);
  refuseUnknownRegions(spec.sheets, input.regions);
  if (input.append) return await appendRegions(service, author, { source, spec }, input, commit);
  const file = fileOf(source);
  await reportProgress?.({ stage: 'structuring', percent: 30 });
  const sheets = await landTablesOfSpecs(service.data, workbookId, file, spec.sheets, input.regions);
  await reportProgress?.({ stage: 'registering', percent: 70 });
  const remembered = spec.corrected
    ? await rememberSheets(service.data, workbookId, file, { specs: spec.sheets })
    : [];
  const made = { source, spec, sheets, remembered };
  return input.updates
    ? await updateTables(service, author, made, input, commit)
    : await makeTables(service, author, made, input, commit);
}

async function specToFollow(
  service: Service,
  source: SourceRecord,
  correction: SpecCorrection | undefined,
): Promise<FollowedSpec> {
  if (!correction) return { ...(await requireSpec(service.catalog.db, source)), correction: null };
  const planned = await planCorrection(service, source, correction);
  return {
    version: planned.specVersion + 1,
    sheets: planned.sheets,
    corrected: true,
    correction: planned,
  };
}

async function appendRegions(
  service: Service,
  author: JobAuthor,
  { source, spec }: { source: SourceRecord; spec: FollowedSpec },
  { append, correction, regions, dryRun = false }: MaterializeInput,
  commit: CommitOptions,
): Promise<MaterializedSource> {
  if (!append || correction) throw new TypeError('rows are appended by the spec as it is kept');
  const { workbook_id: workbookId } = source;
  const rows = await regionRows(service.data, workbookId, fileOf(source), {
    specs: spec.sheets,
    regionIds: regions,
    maxRows: MAX_APPENDED,
  });
  const answer = (appended: AppendedRows): MaterializedSource => ({
    source,
    specVersion: spec.version,
    tables: [appended.table],
    reading: null,
    appended,
    updated: null,
    dryRun,
  });
  return answer(
    await appendRows(
      service,
      author,
      workbookId,
      rows,
      { ...append, dryRun },
      withOuterAnswer(commit, answer),
    ),
  );
}

function refuseUnknownRegions(specs: readonly SheetSpec[], regions: string[] | undefined): void {
  const known = new Set(specs.flatMap((spec) => spec.regions.map(({ id }) => id)));
  const unknown = regions?.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw problem('invalid-request', say('region-unknown', { region: unknown }), {
      members: { errors: [fieldError('/regions', say('regions-among', { regions: [...known].join(', ') }))] },
    });
  }
}
