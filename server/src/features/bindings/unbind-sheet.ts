import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteBinding } from '../../catalog/sync-bindings.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { recordBinding } from './bind-sheet.js';

/** Deletes the binding of a table to an external sheet. */
export async function unbindSheet(
  service: Service,
  caller: Caller,
  place: TablePlace & { bindingId: string },
  { actor }: { actor?: string | undefined },
  commit: CommitOptions,
): Promise<void> {
  const { workbookId, bindingId } = place;
  const table = await service.data.as(caller).table(workbookId, place.table);
  const { id: tableId, name } = table.record;
  await change(
    service.catalog,
    caller,
    async (c) => {
      const operation = { operation: 'unbindSheet', input: { binding: bindingId } } as const;
      const opId = await c.op({ workbookId, kind: 'sheet.unbind', tableId, actor, operation });
      if (!(await deleteBinding(c, tableId, bindingId)))
        throw problem('not-found', say('binding-unknown', { table: name, binding: bindingId }), {
          fix: say('fix-bindings'),
        });
      await recordBinding(c, table, { action: 'sheet.unbound', opId, bindingId });
    },
    commit,
  );
}
