import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { deleteAnnotationsOfTable } from '../../catalog/annotation-records.js';
import type { Change } from '../../catalog/change.js';
import { deleteSchedulesOf } from '../../catalog/schedule-records.js';
import { deleteBindingsOf } from '../../catalog/sync-bindings.js';
import { deleteTableRecords } from '../../catalog/table-records.js';
import { type Problem, problem } from '../../core/problems.js';
import { keepTagsFrom } from '../../workbook/governance/keep-tags.js';
import { forgetConflicts } from '../../workbook/writing/conflicts.js';
import { deleteTransformsOf } from '../../workbook/writing/transform-records.js';

interface TableName {
  id: string;
  name: string;
}

/** Every table computed from these, directly or through others. */
export async function dependentsOf(c: Change, tableIds: string[]): Promise<TableName[]> {
  const reached = new Map<string, TableName>();
  for (let frontier = tableIds; frontier.length > 0; ) {
    const derived = await c.tx
      .selectFrom('table_inputs')
      .innerJoin('tables', 'tables.id', 'table_inputs.table_id')
      .select(['tables.id', 'tables.name'])
      .where('table_inputs.input_id', 'in', frontier)
      .execute();
    const fresh = derived.filter(({ id }) => !tableIds.includes(id) && !reached.has(id));
    for (const one of fresh) reached.set(one.id, one);
    frontier = [...new Set(fresh.map(({ id }) => id))];
  }
  return [...reached.values()];
}

/** Deletes tables that no other table is computed from, and emits the events. */
export async function removeTables(c: Change, workbookId: string, tables: TableName[]): Promise<void> {
  const ids = tables.map(({ id }) => id);
  if (ids.length === 0) return;
  await keepTagsFrom(c, ids);
  await c.tx
    .deleteFrom('table_inputs')
    .where((eb) => eb.or([eb('input_id', 'in', ids), eb('table_id', 'in', ids)]))
    .execute();
  // Deleted with the table, even if a snapshot keeps the table itself: what it pins of them is in its own records.
  for (const id of ids) await deleteAnnotationsOfTable(c, id);
  await deleteBindingsOf(c, ids);
  await deleteSchedulesOf(c, ids);
  await deleteTransformsOf(c, ids);
  await forgetConflicts(c, ids);
  await deleteTableRecords(c, workbookId, tables);
}

export function hasDependents(name: string, dependents: TableName[], fix?: Message): Problem {
  return problem(
    'has-dependents',
    say('table-has-dependents', {
      table: name,
      dependents: dependents.map((one) => `"${one.name}"`).join(', '),
    }),
    { ...(fix && { fix }), members: { dependents: dependents.map((one) => one.name) } },
  );
}
