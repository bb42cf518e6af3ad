import { say } from '@workbook-data-service/contract/messages';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { type Change, type CommitOptions, change, withOuterAnswer } from '../../catalog/change.js';
import { markSourceMaterialized, type SourceRecord } from '../../catalog/source-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { fieldError, problem } from '../../core/problems.js';
import { landTablesOfSpecs } from '../../workbook/files/land-file.js';
import { regionRows, rememberSheets } from '../../workbook/files/parse-specs.js';
import type { Caller } from '../caller.js';
import { pinBefore } from '../pins/pin-state.js';
import type { SourcePlace } from '../places.js';
import { rememberReading } from '../readings/remember-reading.js';
import type { Service } from '../service.js';
import { fileOf, requireSpec } from '../sources/parse-specs.js';
import { registerSheets } from '../sources/register-tables.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource, rawTablesOf } from '../sources/sources.js';
import { storeFindings } from '../sources/store-structure.js';
import { type AppendedRows, type AppendTarget, appendRows } from './append-rows.js';
import { findReplaced, type ReplacedTable, removeReplaced } from './replace-tables.js';
import { type UpdatedTables, updateTables } from './update-tables.js';

interface MaterializeInput {
  /** Ids; if absent, every region with data. */
  regions?: string[] | undefined;
  append?: Omit<AppendTarget, 'dryRun'> | undefined;
  /** Tables of the source that go in the same transaction; only for new tables. */
  replaces?: readonly ReplacedTable[] | undefined;
  /** Whether the tables made before are brought to what the spec makes now, instead of making new ones beside them. */
  updates?: boolean | undefined;
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
  updated: UpdatedTables['updated'] | null;
  dryRun: boolean;
}

const MAX_APPENDED = 100_000;

/** Makes tables of a source by its parse spec, or appends their rows to an existing table. */
export async function materializeSource(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  input: MaterializeInput,
  commit: CommitOptions,
): Promise<MaterializedSource> {
  const { dryRun = false } = input;
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  const { version, sheets: specs, corrected } = await requireSpec(service.catalog.db, source);
  refuseUnknownRegions(specs, input.regions);
  if (input.append) {
    const { columns, rows } = await regionRows(service.data, place.workbookId, fileOf(source), {
      specs,
      regionIds: input.regions,
      maxRows: MAX_APPENDED,
    });
    const answer = (appended: AppendedRows) => ({
      source,
      specVersion: version,
      tables: [appended.table],
      reading: null,
      appended,
      updated: null,
      dryRun,
    });
    return answer(
      await appendRows(
        service,
        caller,
        place.workbookId,
        { columns, rows },
        { ...input.append, dryRun },
        withOuterAnswer(commit, answer),
      ),
    );
  }
  const sheets = await landTablesOfSpecs(
    service.data,
    place.workbookId,
    fileOf(source),
    specs,
    input.regions,
  );
  const remembered = corrected
    ? await rememberSheets(service.data, place.workbookId, fileOf(source), { specs })
    : [];
  let reading: MaterializedSource['reading'] = null;
  const finish = async (c: Change, opId: number, tables: readonly TableRecord[], detail: object = {}) => {
    const { workbookId } = place;
    const structures = sheets.flatMap(({ name, structure }) =>
      structure ? [{ sheet: name, ...structure }] : [],
    );
    await storeFindings(c, source.id, structures);
    const known = await rememberReading(c, source, remembered, specs);
    reading = known && { id: known.id, name: known.name };
    await c.audit({
      chain: workbookId,
      action: 'source.materialized',
      target: source.id,
      detail: {
        op_id: opId,
        spec_version: version,
        tables: tables.map(({ id }) => id),
        ...detail,
        ...(reading && { reading: reading.id }),
      },
    });
    c.emit(workbookId, 'source.materialized', { source_id: source.id, name: source.name, op_id: opId });
  };
  if (input.updates) {
    const update = { source, specVersion: version, sheets, actor: input.actor, dryRun };
    const answer = (done: UpdatedTables): MaterializedSource => ({
      ...done,
      specVersion: version,
      reading,
      appended: null,
      dryRun,
    });
    return answer(await updateTables(service, caller, update, finish, withOuterAnswer(commit, answer)));
  }
  const register = async (c: Change): Promise<MaterializedSource> => {
    const { workbookId } = place;
    const replaced = await findReplaced(c, source, input.replaces ?? []);
    const opId = await c.op({
      workbookId,
      kind: 'source.materialize',
      actor: input.actor,
      operation: {
        operation: 'materializeSource',
        input: {
          source: source.id,
          regions: input.regions ?? null,
          spec_version: version,
          ...(replaced.length > 0 && { replaces: replaced.map(({ id }) => id) }),
        },
      },
    });
    const summary = say('pin-tables-replaced', { file: source.name });
    if (replaced.length > 0) await pinBefore(c, service.config, { workbookId, opId, summary });
    await removeReplaced(c, source, replaced, opId);
    // New tables of a sheet share the lineage and the tags of its raw table.
    const rawIds = await rawTablesOf(c.tx, source.id);
    const tables = await registerSheets(c, { source, opId, sheets, specVersion: version, rawIds });
    const materialized = await markSourceMaterialized(c, source);
    const gone = replaced.map(({ id, name }) => ({ id, name }));
    await finish(c, opId, tables, gone.length > 0 ? { replaced: gone } : {});
    return {
      source: materialized,
      specVersion: version,
      tables,
      reading,
      appended: null,
      updated: null,
      dryRun,
    };
  };
  return await change(service.catalog, caller, register, { ...commit, dryRun });
}

function refuseUnknownRegions(specs: SheetSpec[], regions: string[] | undefined): void {
  const known = new Set(specs.flatMap((spec) => spec.regions.map(({ id }) => id)));
  const unknown = regions?.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw problem('invalid-request', say('region-unknown', { region: unknown }), {
      members: { errors: [fieldError('/regions', say('regions-among', { regions: [...known].join(', ') }))] },
    });
  }
}
