import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { columnNameFault } from '@workbook-data-service/sheets/names';
import type { Db } from '../../../catalog/db.js';
import { type ColumnRecord, columnIdsEverUsed, columnsAt, LATEST_VERSION } from '../../../catalog/tables.js';
import { columnNamed } from '../../../core/column-named.js';
import { columnIds, type DerivedColumn } from '../../../core/derived-columns.js';
import { fieldError, problem } from '../../../core/problems.js';
import type { SegmentColumn } from '../../../engine/protocol.js';
import type { TransformPlan, TransformSpec } from '../../transforms/transform-plan.js';

type OutputColumns = Pick<TransformPlan, 'columns' | 'stored' | 'key'>;

/** The columns of a run's output. A column that the table already has by name keeps its id and description. */
export async function outputColumns(
  db: Db,
  spec: TransformSpec,
  derived: DerivedColumn[],
  numberFormatOf: (column: DerivedColumn) => string | undefined = () => undefined,
): Promise<OutputColumns> {
  refuseBadNames(derived);
  const { previous, everUsed } = await columnsBefore(db, spec.outputTableId);
  const ids = columnIds(derived, previous, everUsed);
  const stored = derived.map((column, i) => ({ ...column, id: ids[i] as string }));
  const columns = stored.map((column): ColumnRecord => {
    const { id, name, type } = column;
    const description = previous.find((before) => before.id === id)?.description ?? null;
    return { id, name, originalName: null, type, description, numberFormat: numberFormatOf(column) };
  });
  return { columns, stored, key: keyColumns(spec.key, stored) };
}

function refuseBadNames(derived: readonly DerivedColumn[]): void {
  if (derived.length === 0)
    throw problem('invalid-request', say('transform-no-columns'), { fix: say('fix-output-columns') });
  for (const [i, { name }] of derived.entries()) {
    const fault = columnNameFault(name);
    if (fault === null) continue;
    throw problem('invalid-request', say('output-name-invalid', { column: i + 1, ...whyOf(fault) }), {
      fix: say('fix-output-columns'),
    });
  }
}

async function columnsBefore(
  db: Db,
  tableId: string | undefined,
): Promise<{ previous: ColumnRecord[]; everUsed: string[] }> {
  if (tableId === undefined) return { previous: [], everUsed: [] };
  const everUsed = await columnIdsEverUsed(db, tableId);
  return { previous: await columnsAt(db, tableId, LATEST_VERSION), everUsed };
}

function keyColumns(key: readonly string[] | null, columns: SegmentColumn[]): SegmentColumn[] | null {
  if (key === null) return null;
  return key.map((name, i) => {
    const column = columnNamed(columns, name);
    if (column) return column;
    throw problem('invalid-request', say('transform-key-unknown', { column: name }), {
      fix: say('fix-transform-key', { columns: columns.map((one) => `"${one.name}"`).join(', ') }),
      members: { errors: [fieldError(`/key/${i}`, say('field-not-column-of-output'))] },
    });
  });
}
