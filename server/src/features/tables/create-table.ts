import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { parseColumnType } from '@workbook-data-service/sheets/values';
import { type ChangeOptions, change } from '../../catalog/change.js';
import type { ColumnRecord, TableRecord } from '../../catalog/tables.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { refuseName, tableNameFault } from '../../core/given-names.js';
import { fieldError, problem } from '../../core/problems.js';
import { writeEmptySegment } from '../../workbook/ungoverned/write-segment.js';
import { insertTable } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { checkColumnName } from './column-names.js';

interface CreateTableInput {
  name: string;
  columns: { name: string; type: string }[];
}

/** Creates an empty base table. */
export async function createTable(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: CreateTableInput,
  commit: ChangeOptions,
): Promise<TableRecord> {
  checkTableName(input.name);
  const columns = input.columns.map((column, i) => newColumn(column, i));
  refuseRepeats(columns);
  const segment = await emptySegmentOf(service, workbookId, columns);
  try {
    return await change(
      service.catalog,
      caller,
      async (c) => {
        const opId = await c.op({
          workbookId,
          kind: 'table.create',
          operation: { operation: 'createTable', input: { name: input.name, columns: input.columns } },
        });
        const table = await insertTable(c, {
          workbookId,
          opId,
          name: input.name,
          kind: 'base',
          columns,
          rowCount: 0,
          segment,
        });
        await c.audit({
          chain: workbookId,
          action: 'table.created',
          target: table.id,
          detail: { op_id: opId, name: table.name },
        });
        return table;
      },
      commit,
    );
  } catch (error) {
    if (violatedKey(error) === 'tables_name_unique') throw nameTaken(input.name);
    throw error;
  }
}

/** The content of a table without rows. */
export const emptySegmentOf = ({ data }: Service, workbookId: string, columns: ColumnRecord[]) =>
  writeEmptySegment(data, workbookId, columns);

export function nameTaken(name: string) {
  return problem('name-taken', say('table-exists', { table: name }));
}

/** Refuses a name that SQL could not refer to. */
export function checkTableName(name: string, path = '/name'): void {
  refuseName(tableNameFault(name), path);
}

function newColumn({ name, type }: CreateTableInput['columns'][number], index: number): ColumnRecord {
  const parsed = parseColumnType(type);
  if (!parsed) throw invalid(`/columns/${index}/type`, say('field-column-type', { type }));
  checkColumnName(name, `/columns/${index}/name`);
  return { id: `c${index + 1}`, name, originalName: null, type: parsed, description: null };
}

function refuseRepeats(columns: ColumnRecord[]): void {
  const seen = new Set<string>();
  for (const [i, { name }] of columns.entries()) {
    if (seen.has(name.toLowerCase())) throw invalid(`/columns/${i}/name`, say('field-repeated-name'));
    seen.add(name.toLowerCase());
  }
}

function invalid(path: string, fault: Message) {
  return problem('invalid-request', say('table-invalid', { path, ...whyOf(fault) }), {
    fix: say('fix-column-types'),
    members: { errors: [fieldError(path, fault)] },
  });
}
