import type { CommitOptions } from '../../catalog/change.js';
import { putTag } from '../../catalog/governance-records.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { changeTags, type TaggedColumn, type TagInput } from './change-tags.js';

/** Tags a column; everything computed from it inherits the tag. */
export async function tagColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: TagInput,
  commit: CommitOptions,
): Promise<TaggedColumn> {
  return await changeTags(service, caller, place, input, {
    kind: 'column.tag',
    operation: 'tagColumn',
    commit,
    write: async (c, { table, column, tags }, tag) => {
      if (tags.includes(tag)) return tags;
      await putTag(c, { table_id: table.id, column_id: column.id, tag });
      return [...tags, tag].sort();
    },
  });
}
