import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type { CommitOptions } from '../../catalog/change.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import type { ChangedTable } from './change-columns.js';
import type { EditInput } from './edit-table.js';
import { renameColumn } from './rename-column.js';
import { retypeColumn } from './retype-column.js';

interface AlterColumnInput extends EditInput {
  newName: string | null | undefined;
  type: string | null | undefined;
  lossy?: boolean | undefined;
}

/** Renames or retypes a column, not both at once. */
export async function alterColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: AlterColumnInput,
  commit: CommitOptions,
): Promise<ChangedTable> {
  const { newName, type } = input;
  if (newName != null && type == null)
    return await renameColumn(service, caller, place, { ...input, newName }, commit);
  if (type != null && newName == null)
    return await retypeColumn(service, caller, place, { ...input, type }, commit);
  const fault = say('name-or-type');
  throw problem('invalid-request', say('column-change-invalid', whyOf(fault)), {
    fix: say('fix-alter-column'),
    members: {
      errors: [fieldError('/new_name', fault), fieldError('/type', fault)],
    },
  });
}
