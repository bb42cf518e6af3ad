import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import { TagReader } from '../../workbook/governance/column-tags.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { governedName } from './governed-name.js';
import { stewardColumn } from './steward-column.js';
import { recordTags, type TaggedColumn } from './tag-column.js';

/** Removes a tag from a column: its policies no longer apply to it, nor to what inherited the tag only from it. */
export async function untagColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: { tag: string; actor?: string | null | undefined },
  commit: CommitOptions,
): Promise<TaggedColumn> {
  const tag = governedName('tag', input.tag, '/tag');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const { table, column, tags: before } = await stewardColumn(c, place);
      if (!before.includes(tag)) throw await tagNotFound(c, table.id, column, tag);
      await c.tx
        .deleteFrom('column_tags')
        .where('table_id', '=', table.id)
        .where('column_id', '=', column.id)
        .where('tag', '=', tag)
        .execute();
      const after = before.filter((other) => other !== tag);
      const opId = await recordTags(c, table, {
        kind: 'column.untag',
        actor: input.actor,
        does: { operation: 'untagColumn', input: { column: column.name, tag } },
        columnId: column.id,
        before,
        after,
      });
      return { table, column: column.name, tag, tags: after, opId };
    },
    commit,
  );
}

async function tagNotFound(c: Change, tableId: string, column: { id: string; name: string }, tag: string) {
  const inherited = (await new TagReader(c.tx).tagsOf(tableId)).get(column.id)?.has(tag) ?? false;
  return inherited
    ? problem('not-found', `"${column.name}" inherits the tag "${tag}" from what it is computed from.`, {
        fix: 'Take the tag off the columns that GET …/classifications names in inherited_from.',
      })
    : problem('not-found', `"${column.name}" has no tag "${tag}".`, {
        fix: 'GET …/classifications lists the tags of every column.',
      });
}
