import type { Author, Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { deletedRows } from '../../catalog/row-edits.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { partsOf } from '../../catalog/table-parts.js';
import { findTable } from '../../catalog/tables.js';
import type { FollowedTarget, ReadingTarget, TargetRefusal } from '../../core/reading-targets.js';
import { targetOf } from '../../core/reading-targets.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type PlannedAppend, planAppend } from '../readings/append-part.js';
import type { Service } from '../service.js';
import { fileOf, findSpec } from '../sources/parse-specs.js';

/** A sheet whose reading says where its rows go. */
interface Aimed {
  sheet: LandedSheet;
  target: NonNullable<ReadingTarget>;
}

/** The sheets of a file whose readings have a target. */
async function aimedSheets(service: Service, sheets: readonly LandedSheet[]): Promise<Aimed[]> {
  const ids = sheets.flatMap(({ structure }) => {
    const reading = structure?.spec.reading;
    return reading && !reading.afresh ? [reading.id] : [];
  });
  if (ids.length === 0) return [];
  const found = await service.catalog.db
    .selectFrom('readings')
    .select(['id', 'target'])
    .where('id', 'in', ids)
    .execute();
  const targets = new Map(found.map(({ id, target }) => [id, targetOf(target)]));
  return sheets.flatMap((sheet) => {
    const target = targets.get(sheet.structure?.spec.reading?.id ?? '');
    return target ? [{ sheet, target }] : [];
  });
}

/** What becomes of the sheets whose rows are added to tables. */
export interface PlannedTargets {
  appends: PlannedAppend[];
  refused: FollowedTarget[];
  /** As they are registered: the tables of appended ones are archived. */
  sheets: LandedSheet[];
}

export async function planAppends(
  service: Service,
  author: Author,
  place: { workbookId: string; file: ReceivedFile },
  sheets: readonly LandedSheet[],
): Promise<PlannedTargets> {
  const planned: PlannedTargets = { appends: [], refused: [], sheets: [...sheets] };
  for (const { sheet, target } of await aimedSheets(service, sheets)) {
    if (target.mode !== 'append') continue;
    const plan = await planOne(service, author, place, { sheet, target });
    if (typeof plan === 'string') planned.refused.push(refusedTarget(target, plan));
    else {
      planned.appends.push(plan);
      planned.sheets = planned.sheets.map((one) => (one === sheet ? { ...one, goesElsewhere: true } : one));
    }
  }
  return planned;
}

const refusedTarget = (
  { mode, table }: NonNullable<ReadingTarget>,
  refused: TargetRefusal,
): FollowedTarget => ({
  mode,
  table,
  rowsAdded: 0,
  rowsRemoved: 0,
  refused,
});

async function planOne(
  service: Service,
  author: Author,
  place: { workbookId: string; file: ReceivedFile },
  { sheet, target }: Aimed,
): Promise<PlannedAppend | TargetRefusal> {
  const { spec } = sheet.structure ?? {};
  return spec ? await planAppend(service, author, { ...place, spec, target }) : 'several_tables';
}

/** The same for a file that the workbook has already: of its sheets, those whose rows are not in the tables yet. */
export async function planKnownAppends(
  service: Service,
  author: Author,
  source: SourceRecord,
): Promise<PlannedAppend[]> {
  const { db } = service.catalog;
  const spec = await findSpec(db, source.id);
  if (!spec) return [];
  const followed = spec.sheets.flatMap(({ reading }) => (reading && !reading.afresh ? [reading.id] : []));
  const readings = await db
    .selectFrom('readings')
    .select(['id', 'source_id', 'target'])
    .where((eb) => eb.or([eb('id', 'in', [...followed, '']), eb('source_id', '=', source.id)]))
    .where('target', 'is not', null)
    .execute();
  const plans: PlannedAppend[] = [];
  for (const sheet of spec.sheets) {
    const own = readings.find(({ id, source_id }) => id === sheet.reading?.id || source_id === source.id);
    const target = targetOf(own?.target ?? null);
    if (target?.mode !== 'append' || !sheet.regions.some(({ kind }) => kind === 'data')) continue;
    const table = await findTable(db, source.workbook_id, target.table);
    if (table && (table.source_id === source.id || (await hasRowsOf(db, table.id, source.id)))) continue;
    const place = { workbookId: source.workbook_id, file: fileOf(source) };
    const plan = await planAppend(service, author, { ...place, spec: sheet, target });
    if (typeof plan !== 'string') plans.push(plan);
  }
  return plans;
}

/** Whether a table has rows of a source: they may be gone by an undo or a restore. */
async function hasRowsOf(db: Db, tableId: string, sourceId: string): Promise<boolean> {
  const part = (await partsOf(db, tableId)).find((one) => one.sourceId === sourceId);
  if (!part) return false;
  const gone = await deletedRows(db, tableId, part.rowIds);
  return part.rowIds.some((rowId) => !gone.has(rowId));
}

/** The source whose file a new one takes the place of: that of the table which the reading of its only table names. */
export async function sourceToReplace(
  service: Service,
  author: Author,
  workbookId: string,
  sheets: readonly LandedSheet[],
): Promise<{ sourceId: string; target: NonNullable<ReadingTarget> } | FollowedTarget | undefined> {
  const [aimed] = (await aimedSheets(service, sheets)).filter(({ target }) => target.mode === 'replace');
  if (!aimed) return undefined;
  const { target } = aimed;
  const table = await findTable(service.catalog.db, workbookId, target.table);
  if (!table?.source_id) return refusedTarget(target, 'no_table');
  const viewer = { userId: author.userId ?? '' };
  if (await service.data.as(viewer).isGoverned(workbookId)) return refusedTarget(target, 'governed_workbook');
  return { sourceId: table.source_id, target };
}

/** In the order in which every writer takes them: locks, the op, and then the writes. */
export async function lockTargets(c: Change, { appends }: Pick<PlannedTargets, 'appends'>): Promise<void> {
  for (const { lock } of appends) await lock(c);
}
