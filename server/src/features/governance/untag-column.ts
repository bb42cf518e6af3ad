import { say } from '@workbook-data-service/contract/messages';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { deleteTag } from '../../catalog/governance-records.js';
import { problem } from '../../core/problems.js';
import { TagReader } from '../../workbook/governance/column-tags.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { changeTags, type TaggedColumn, type TagInput } from './change-tags.js';

/** Removes a tag from a column: its policies no longer apply to it, nor to what inherited the tag only from it. */
export async function untagColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: TagInput,
  commit: CommitOptions,
): Promise<TaggedColumn> {
  return await changeTags(service, caller, place, input, {
    kind: 'column.untag',
    operation: 'untagColumn',
    commit,
    write: async (c, { table, column, tags }, tag) => {
      if (!tags.includes(tag)) throw await tagNotFound(c, table.id, column, tag);
      await deleteTag(c, { table_id: table.id, column_id: column.id, tag });
      return tags.filter((other) => other !== tag);
    },
  });
}

async function tagNotFound(c: Change, tableId: string, column: { id: string; name: string }, tag: string) {
  const inherited = (await new TagReader(c.tx).tagsOf(tableId)).get(column.id)?.has(tag) ?? false;
  return inherited
    ? problem('not-found', say('tag-inherited', { column: column.name, tag }), {
        fix: say('fix-tag-inherited'),
      })
    : problem('not-found', say('tag-absent', { column: column.name, tag }), {
        fix: say('fix-classifications'),
      });
}
