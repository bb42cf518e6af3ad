import { say } from '@workbook-data-service/contract/messages';
import type { Change, CommitOptions } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { markSourceMaterialized, type SourceRecord } from '../../catalog/source-records.js';
import { setTableName, setTableState } from '../../catalog/table-records.js';
import { columnsAt, nameKey } from '../../catalog/tables.js';
import type { LandedSheet, StructuredTable } from '../../workbook/files/land-file.js';
import { TagReader } from '../../workbook/governance/column-tags.js';
import { reviseTable } from '../../workbook/ungoverned/revision/revise-table.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { TableRevision } from '../../workbook/writing/table-revision.js';
import { writeRevision } from '../../workbook/writing/write-revision.js';
import { pinBefore } from '../pins/pin-state.js';
import type { JobAuthor } from '../queue/queue-job.js';
import { type MatchedTables, matchTables } from '../revising/match-tables.js';
import { type SourceTable, sourceTables } from '../revising/source-tables.js';
import type { Service } from '../service.js';
import { registerSheets, setSpecVersion, TableNames } from '../sources/register-tables.js';
import { rawTablesOf, tablesOfSource } from '../sources/sources.js';
import { changeWithRetry } from '../tables/edit-table.js';
import { keepSpec, type MadeBySpec, recordMaterialized } from './followed-spec.js';
import { hasShapeOf } from './landed-shape.js';
import type { MaterializedSource, MaterializeInput } from './materialize-source.js';
import { findReplaced, removeReplaced } from './replace-tables.js';

/** What became of the tables of a source, by name. */
export interface UpdatedTables {
  made: string[];
  revised: string[];
  unchanged: string[];
  deleted: string[];
  archived: string[];
}

interface Planned {
  matched: MatchedTables;
  revisions: TableRevision[];
}

/**
 * Brings the tables of a source to what its corrected parse spec makes. A table that it still makes stays, with its row ids and
 * what people edited; one that it no longer makes is deleted, or archived if people edited it.
 */
export async function updateTables(
  service: Service,
  author: JobAuthor,
  made: MadeBySpec,
  { actor, dryRun = false }: MaterializeInput,
  commit: CommitOptions,
): Promise<MaterializedSource> {
  const { source, spec, sheets } = made;
  const { workbook_id: workbookId } = source;
  const plan = async () => {
    const { matched, revisions } = await planUpdate(service, author, source, sheets);
    return async (c: Change): Promise<MaterializedSource> => {
      const inOrder = [...revisions].sort((one, other) => (one.tableId < other.tableId ? -1 : 1));
      for (const { tableId, version } of inOrder) await lockTable(c, tableId, version);
      const input = {
        source: source.id,
        regions: null,
        spec_version: spec.version,
        updates: true,
        ...(spec.correction && { sheets: spec.sheets }),
      } as const;
      const op = {
        kind: 'source.materialize' as const,
        actor,
        operation: { operation: 'materializeSource', input } as const,
      };
      const opId = await c.op({ workbookId, ...op });
      const isChanged = new Map(revisions.map(({ tableId, content }) => [tableId, content !== null]));
      if (matched.removed.length > 0 || [...isChanged.values()].includes(true))
        await pinBefore(c, service.config, {
          workbookId,
          opId,
          summary: say('pin-tables-replaced', { file: source.name }),
        });
      await keepSpec(c, made, opId);
      const gone = await removeFormer(c, source, matched, sheets, opId);
      for (const one of revisions) await writeRevision(c, one, { workbookId, id: opId, ...op });
      await keepUpWithSpec(c, matched, spec.version);
      const added = await registerSheets(c, {
        source,
        opId,
        sheets: matched.added,
        specVersion: spec.version,
        rawIds: await rawTablesOf(c.tx, source.id),
      });
      const materialized = await markSourceMaterialized(c, source);
      const tables = (await tablesOfSource(c.tx, source.id)).filter(({ state }) => state === 'active');
      const reading = await recordMaterialized(c, made, opId, { tables });
      const kept = matched.kept.map(({ table }) => table.record);
      return {
        source: materialized,
        specVersion: spec.version,
        tables,
        reading,
        appended: null,
        updated: {
          made: added.map(({ name }) => name),
          revised: kept.filter(({ id }) => isChanged.get(id)).map(({ name }) => name),
          unchanged: kept.filter(({ id }) => !isChanged.get(id)).map(({ name }) => name),
          ...gone,
        },
        dryRun,
      };
    };
  };
  return await changeWithRetry(service, author, { expectedVersion: null, dryRun }, plan, commit);
}

async function planUpdate(
  { data, catalog }: Service,
  author: JobAuthor,
  source: SourceRecord,
  sheets: LandedSheet[],
): Promise<Planned> {
  const existing = (await sourceTables(catalog.db, source.id)).filter(
    ({ role, record }) => role !== null && record.state === 'active',
  );
  const columns = new Map<SourceTable, Set<string>>();
  for (const table of existing) {
    const { id, edit_version } = table.record;
    const names = (await columnsAt(catalog.db, id, edit_version)).map(({ name }) => name);
    columns.set(table, new Set(names));
  }
  const isAlike = (table: SourceTable, made: StructuredTable) => {
    const known = columns.get(table);
    const shared = made.columns.filter(({ name }) => known?.has(name)).length;
    return 2 * shared >= Math.max(made.columns.length, known?.size ?? 0);
  };
  const alike = matchTables(existing, sheets, isAlike);
  const isGoverned =
    (await data.as(author).isGoverned(source.workbook_id)) || (await isTagged(catalog.db, existing));
  const matched = isGoverned ? await withoutReshaped(catalog.db, alike, sheets) : alike;
  const revisions: TableRevision[] = [];
  for (const { table, content } of matched.kept)
    revisions.push(await reviseTable(data, table.record, content));
  return { matched, revisions };
}

/**
 * Only tables whose columns stay as they are. A corrected column would not have the tags of the one whose place it takes; one that
 * is made anew has those of its sheet.
 */
async function withoutReshaped(
  db: Db,
  { kept, removed }: MatchedTables,
  sheets: readonly LandedSheet[],
): Promise<MatchedTables> {
  const staying: MatchedTables['kept'] = [];
  for (const one of kept)
    if ('role' in one.content && (await hasShapeOf(db, one.table.record.id, one.content))) staying.push(one);
  const leaving = kept.filter((one) => !staying.includes(one)).map(({ table }) => table);
  const contents = new Set(staying.map(({ content }) => content));
  const added = sheets.flatMap((sheet) => {
    const tables = sheet.tables.filter((table) => !contents.has(table));
    return tables.length > 0 ? [{ ...sheet, raw: null, tables }] : [];
  });
  return { kept: staying, added, removed: [...removed, ...leaving] };
}

async function isTagged(db: Db, tables: readonly SourceTable[]): Promise<boolean> {
  const reader = new TagReader(db);
  const tags = await Promise.all(tables.map(({ record }) => reader.tagsOf(record.id)));
  return tags.some(({ size }) => size > 0);
}

/** Those that the spec no longer makes, and the sheets as they are in the file where tables are made of them now. */
async function removeFormer(
  c: Change,
  source: SourceRecord,
  { removed }: MatchedTables,
  sheets: readonly LandedSheet[],
  opId: number,
): Promise<{ deleted: string[]; archived: string[] }> {
  const made = new Set(sheets.flatMap(({ name, tables }) => (tables.length > 0 ? [name] : [])));
  const tables = await sourceTables(c.tx, source.id);
  const raw = tables.filter(
    ({ role, sheet, record }) => role === null && record.state === 'active' && made.has(sheet),
  );
  const edited = removed.filter(({ record }) => record.edit_version > 1);
  const going = [...raw, ...removed.filter((one) => !edited.includes(one))];
  const replaced = going.map(({ record }) => ({ name: record.name, expectedVersion: record.edit_version }));
  await removeReplaced(c, source, await findReplaced(c, source, replaced), opId);
  for (const { record } of edited) await setTableState(c, record.id, 'archived', opId);
  const names = (list: readonly SourceTable[]) => list.map(({ record }) => record.name);
  return { deleted: names(going.filter(({ role }) => role !== null)), archived: names([...raw, ...edited]) };
}

/** A table has the name that the spec gives it, unless a person gave it another one or a number was added to it. */
async function keepUpWithSpec(c: Change, { kept }: MatchedTables, specVersion: number): Promise<void> {
  for (const { table, content } of kept) {
    await setSpecVersion(c, table.record.id, specVersion);
    const { id, name_key, workbook_id } = table.record;
    if (!('name' in content) || isNamedAfter(name_key, nameKey(content.name))) continue;
    const renamed = await c.tx
      .selectFrom('ops')
      .select('op_id')
      .where('workbook_id', '=', workbook_id)
      .where('table_id', '=', id)
      .where('kind', '=', 'table.rename')
      .executeTakeFirst();
    if (renamed) continue;
    const names = await TableNames.of(c, workbook_id);
    await setTableName(c, id, names.take(content.name));
  }
}

const isNamedAfter = (name: string, wanted: string): boolean =>
  name.startsWith(wanted) && /^(_\d+)?$/.test(name.slice(wanted.length));
