import { type ColumnRecord, columnIdsEverUsed, columnsAt } from '../../catalog/tables.js';
import { nextColumnId } from '../../core/column-changes.js';
import { columnNamed } from '../../core/column-named.js';
import { formatFormula, orderFormulas, readFormula } from '../../core/formula/formula-columns.js';
import { inferFormulaType } from '../../core/formula/infer-formula-type.js';
import { parseFormula } from '../../core/formula/parse-formula.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governed-tables.js';
import { keepTags } from '../../workbook/keep-tags.js';
import type { Caller } from '../caller.js';
import { type ChangedTable, type ColumnsInput, changeColumns } from './change-columns.js';
import { checkColumnName } from './column-names.js';
import { noSuchColumn, refuseNewNames } from './hidden-columns.js';
import { writableTable } from './writable-table.js';

export interface SetFormulaInput extends ColumnsInput {
  column: string;
  /** Null: the column keeps its values and is computed no more. */
  formula: string | null;
}

/** Makes a column follow other cells of its row, from this version on. A name that is new adds a column. */
export async function setFormula(
  service: Service,
  caller: Caller,
  workbookId: string,
  name: string,
  input: SetFormulaInput,
): Promise<ChangedTable> {
  const table = await writableTable(service, caller, workbookId, name);
  const { db } = service.catalog;
  const existing = find(table, input.column);
  const held = await columnsAt(db, table.row.id, table.version);
  const columns =
    input.formula === null
      ? freeze(table, held, existing, input.column)
      : await follow(table, held, { ...input, formula: input.formula, existing }, () =>
          columnIdsEverUsed(db, table.row.id),
        );
  const segment =
    input.formula === null ? undefined : await service.data.computeTable(table.row, table.version, columns);
  return await changeColumns(service, caller, table, {
    ...input,
    // The values were computed from this version, so the change holds only there.
    expectedVersion: input.expectedVersion ?? table.version,
    opKind: 'formula.set',
    request: {
      method: 'PUT',
      path: 'formulas',
      body: { column: input.column, formula: input.formula, expected_version: input.expectedVersion },
    },
    segment,
    edit: async (_, c) => {
      if (input.formula === null && existing) await keepTags(c, table.row.id, existing.id);
      return columns;
    },
  });
}

function freeze(
  table: GovernedTable,
  held: ColumnRecord[],
  existing: GovernedColumn | undefined,
  name: string,
): ColumnRecord[] {
  const record = held.find(({ id }) => id === existing?.id);
  if (!record?.formula) {
    const unknown = problem('not-found', `There is no formula column "${name}" in "${table.row.name}".`);
    throw existing ? unknown : noSuchColumn(table, name, unknown);
  }
  return held.map(({ formula, ...column }) =>
    column.id === record.id || formula === undefined ? column : { ...column, formula },
  );
}

interface Following {
  column: string;
  formula: string;
  existing: GovernedColumn | undefined;
}

async function follow(
  table: GovernedTable,
  held: ColumnRecord[],
  { column: name, formula: text, existing }: Following,
  idsEverUsed: () => Promise<string[]>,
): Promise<ColumnRecord[]> {
  if (!existing) refuseNewNames(table);
  // What the caller may not see must not come to light in another column.
  const visible = table.columns.filter((column) => !column.masked);
  const bound = readFormula(text, visible);
  const formula = formatFormula(bound, (id) => id);
  const record = held.find(({ id }) => id === existing?.id);
  if (!existing) checkColumnName(name, '/column');
  const column: ColumnRecord = record
    ? { ...record, formula }
    : {
        id: nextColumnId(await idsEverUsed()),
        name,
        originalName: null,
        type: inferFormulaType(bound, visible),
        description: null,
        formula,
      };
  const columns = record ? held.map((other) => (other.id === record.id ? column : other)) : [...held, column];
  orderFormulas(
    columns.flatMap((c) => (c.formula === undefined ? [] : [{ ...c, formula: parseFormula(c.formula) }])),
  );
  return columns;
}

/** The column that is to follow others, where it is there. */
function find(table: GovernedTable, name: string): GovernedColumn | undefined {
  const column = columnNamed(table.columns, name);
  if (column?.masked)
    throw problem('forbidden', `You may not write the column "${column.name}": it is masked for you.`, {
      fix: 'Leave the column out: what it holds stays. Or use the credential of somebody who may see it.',
    });
  return column;
}
