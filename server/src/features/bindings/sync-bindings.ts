import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { bindingsBefore, type SyncBindingRecord } from '../../catalog/sync-bindings.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { type ColumnTags, TagReader } from '../../workbook/governance/column-tags.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { policyRules } from '../../workbook/governance/policy-rules.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import { knownColumns } from '../governance/steward-column.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

/** By column id, so that a renamed column keeps its owner. */
export type Owners = Readonly<Record<string, string>>;

/** A binding as the caller may see it. */
export interface BindingView extends Omit<SyncBindingRecord, 'ownership_map'> {
  table: string;
  /** By column name. */
  owners: Record<string, string> | null;
  warnings: Message[];
}

/** The bindings of a table, newest first. */
export async function listBindings(
  service: Service,
  caller: Caller,
  place: TablePlace,
  page: PageRequest,
): Promise<Page<BindingView>> {
  const table = await service.data.as(caller).describe(place.workbookId, place.table);
  const found = await bindingsBefore(service.catalog.db, table.record.id, {
    before: startOf(page),
    limit: page.limit + 1,
  });
  const { items, nextCursor } = cutPage(found, page, ({ id }) => id);
  const view = await bindingViewer(service, caller, table);
  return { items: items.map(view), nextCursor };
}

/** Shows bindings of one table to the caller. */
export async function bindingViewer(
  service: Service,
  caller: Caller,
  table: GovernedTable,
): Promise<(binding: SyncBindingRecord) => BindingView> {
  const { db } = service.catalog;
  const { id, workbook_id: workbookId, name } = table.record;
  const columns = await knownColumns(db, await rightsTo(service, caller, workbookId), table);
  const rules = await policyRules(db, { workbookId }).execute();
  const ruled = new Set(rules.flatMap(({ tag, effect }) => (effect === 'allow' ? [] : tag)));
  const tags: ColumnTags = ruled.size > 0 ? await new TagReader(db).tagsOf(id) : new Map();
  const warnings = columns.flatMap((column) => {
    const governing = [...(tags.get(column.id)?.keys() ?? [])].filter((tag) => ruled.has(tag));
    return governing.length > 0
      ? [say('warn-governed-column', { column: column.name, tags: governing })]
      : [];
  });
  return ({ ownership_map, ...binding }) => ({
    ...binding,
    table: name,
    owners: ownership_map === null ? null : byName(JSON.parse(ownership_map) as Owners, columns),
    warnings,
  });
}

function byName(owners: Owners, columns: readonly { id: string; name: string }[]): Record<string, string> {
  const named = columns.flatMap(({ id, name }) => (owners[id] === undefined ? [] : [[name, owners[id]]]));
  return Object.fromEntries(named);
}
