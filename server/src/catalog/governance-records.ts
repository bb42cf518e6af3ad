// What stewards set: the tags of columns, and the rules of tags.
import type { Insertable } from 'kysely';
import type { PolicyRule } from '../core/policy.js';
import type { Change } from './change.js';
import { partId } from './op-states.js';
import type { Schema } from './schema.js';

type ColumnTag = Insertable<Schema['column_tags']>;

export async function putTag(c: Change, tag: ColumnTag): Promise<void> {
  await keepTag(c, tag);
  await c.tx
    .insertInto('column_tags')
    .values(tag)
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function deleteTag(c: Change, tag: ColumnTag): Promise<void> {
  await keepTag(c, tag);
  await c.tx
    .deleteFrom('column_tags')
    .where('table_id', '=', tag.table_id)
    .where('column_id', '=', tag.column_id)
    .where('tag', '=', tag.tag)
    .execute();
}

async function keepTag(c: Change, { table_id, column_id, tag }: ColumnTag): Promise<void> {
  const found = await c.tx
    .selectFrom('column_tags')
    .select('tag')
    .where('table_id', '=', table_id)
    .where('column_id', '=', column_id)
    .where('tag', '=', tag)
    .executeTakeFirst();
  c.keepBefore('tag', partId(table_id, column_id, tag), found ? {} : null);
}

export async function putPolicy(
  c: Change,
  workbookId: string,
  { tag, role, effect, influence = null }: PolicyRule,
): Promise<void> {
  await keepPolicy(c, workbookId, { tag, role });
  await c.tx
    .insertInto('policies')
    .values({ workbook_id: workbookId, tag, role, effect, influence })
    .onConflict((oc) => oc.columns(['workbook_id', 'tag', 'role']).doUpdateSet({ effect, influence }))
    .execute();
}

type PolicyKey = Pick<PolicyRule, 'tag' | 'role'>;

export async function deletePolicy(c: Change, workbookId: string, { tag, role }: PolicyKey): Promise<void> {
  await keepPolicy(c, workbookId, { tag, role });
  await c.tx
    .deleteFrom('policies')
    .where('workbook_id', '=', workbookId)
    .where('tag', '=', tag)
    .where('role', '=', role)
    .execute();
}

async function keepPolicy(c: Change, workbookId: string, { tag, role }: PolicyKey): Promise<void> {
  const before = await c.tx
    .selectFrom('policies')
    .select(['effect', 'influence'])
    .where('workbook_id', '=', workbookId)
    .where('tag', '=', tag)
    .where('role', '=', role)
    .executeTakeFirst();
  c.keepBefore('policy', partId(tag, role), before ?? null);
}
