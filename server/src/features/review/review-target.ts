import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { chartsById } from '../../catalog/chart-records.js';
import { findSheet } from '../../catalog/sheet-records.js';
import { nameKey } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import { chartsIn, tablesIn } from '../../core/sheet-blocks.js';
import { isReadable, type Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';
import { type Skipped, skippedOf, type TableToReview } from './review-context.js';

/** Findings show cells, and what follows from them: where policies hide columns, the two cannot be separated. */
export async function refuseGovernedReview(
  service: Service,
  viewer: Viewer,
  workbookId: string,
): Promise<void> {
  if (await service.data.as(viewer).isGoverned(workbookId))
    throw problem('governed-workbook', say('review-governed'), {
      fix: say('fix-review-governed'),
    });
}

interface ReviewTarget {
  tables: TableToReview[];
  leftOut: Skipped[];
}

/** The tables to review: all active ones that hold records, the one that is named, or those of the named sheet. */
export async function reviewTarget(
  service: Service,
  viewer: Viewer,
  workbookId: string,
  target: string | null,
): Promise<ReviewTarget> {
  const all = await tablesWithRoles(service, viewer, workbookId, target === null ? 'active' : 'all');
  if (target === null) return withoutDescriptions(all);
  const key = nameKey(target);
  const named = all.find(({ table: { record } }) => record.name_key === key || record.id === target);
  if (named) return { tables: [named], leftOut: [] };
  const shown = await tablesOfSheet(service, workbookId, target);
  if (shown) return { tables: all.filter(({ table }) => shown.has(table.record.id)), leftOut: [] };
  const nearest = nearestName(
    target,
    all.map(({ table }) => table.record.name),
  );
  throw problem('not-found', say('target-unknown', { target }), {
    fix: nearest ? say('fix-target-nearest', { nearest }) : say('fix-targets'),
  });
}

/** The ids of the tables that a sheet shows, itself or in charts; undefined if there is no such sheet. */
async function tablesOfSheet(
  service: Service,
  workbookId: string,
  name: string,
): Promise<Set<string> | undefined> {
  const { db } = service.catalog;
  const sheet = await findSheet(db, workbookId, name);
  if (!sheet) return undefined;
  const charts = await chartsById(db, workbookId, chartsIn(sheet.blocks));
  return new Set([...tablesIn(sheet.blocks), ...charts.map((chart) => chart.table_id)]);
}

async function tablesWithRoles(
  service: Service,
  viewer: Viewer,
  workbookId: string,
  state: 'active' | 'all',
): Promise<TableToReview[]> {
  const tables = (await service.data.as(viewer).tables(workbookId, state)).filter(isReadable);
  const structured = await service.catalog.db
    .selectFrom('structured_tables')
    .innerJoin('tables', 'tables.id', 'structured_tables.table_id')
    .select(['structured_tables.table_id', 'structured_tables.role'])
    .where('tables.workbook_id', '=', workbookId)
    .execute();
  const roles = new Map(structured.map(({ table_id, role }) => [table_id, role]));
  return tables.map((table) => ({ table, role: roles.get(table.record.id) ?? 'table' }));
}

/** Structuring keeps the headings, notes and totals of a sheet in tables of their own, which hold no records. */
function withoutDescriptions(all: readonly TableToReview[]): ReviewTarget {
  const holdsRecords = ({ role }: TableToReview) => role === 'table' || role === 'level';
  const [table, ...others] = all.filter((one) => !holdsRecords(one)).map((one) => one.table.record.name);
  const tables = all.filter(holdsRecords);
  if (table === undefined) return { tables, leftOut: [] };
  const what =
    others.length === 0
      ? say('skipped-description-table', { table })
      : say('skipped-description-tables', { table, others: others.length });
  return { tables, leftOut: [skippedOf(what, say('why-descriptions'))] };
}
