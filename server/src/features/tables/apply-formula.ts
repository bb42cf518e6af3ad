import type { Change } from '../../catalog/change.js';
import { type ColumnRecord, columnIdsEverUsed, columnsAt } from '../../catalog/tables.js';
import { nextColumnId } from '../../core/column-changes.js';
import { columnNamed } from '../../core/column-named.js';
import { problem } from '../../core/problems.js';
import { formatFormula, orderFormulas, readFormula } from '../../formula/formula-columns.js';
import { inferFormulaType } from '../../formula/infer-formula-type.js';
import { parseFormula } from '../../formula/parse-formula.js';
import type {
  GovernedColumn,
  GovernedTable,
  ReadableTable,
  Viewer,
} from '../../workbook/governance/governed-tables.js';
import { keepTags } from '../../workbook/governance/keep-tags.js';
import { computeTable } from '../../workbook/ungoverned/formulas.js';
import type { Service } from '../service.js';
import { type ChangedTable, changeColumns } from './change-columns.js';
import { checkColumnName } from './column-names.js';
import { type EditInput, requireExpectedVersion, type Write } from './edit-table.js';
import { noSuchColumn, refuseNewNames } from './hidden-columns.js';

export interface FormulaInput extends EditInput {
  column: string;
  /** Null: the column keeps its values and is computed no more. */
  formula: string | null;
}

/** The columns that the table has with the formula, in which a new name is a new column. Refuses what cannot be. */
export async function columnsWithFormula(
  service: Service,
  table: GovernedTable,
  { column, formula }: Pick<FormulaInput, 'column' | 'formula'>,
): Promise<ColumnRecord[]> {
  const { db } = service.catalog;
  const existing = find(table, column);
  const held = await columnsAt(db, table.record.id, table.version);
  if (formula === null) return freeze(table, held, existing, column);
  return await follow(table, held, { column, formula, existing }, () =>
    columnIdsEverUsed(db, table.record.id),
  );
}

/** Computes the formula columns of a table, to keep them as its next version. A dry run computes nothing. */
export async function planFormula(
  service: Service,
  viewer: Viewer,
  table: ReadableTable,
  columns: ColumnRecord[],
  input: FormulaInput,
  onProgress?: (rows: number) => void,
): Promise<Write<Omit<ChangedTable, 'dryRun'>>> {
  requireExpectedVersion(table, input);
  const segment =
    input.formula === null || input.dryRun
      ? undefined
      : await computeTable(service.data, table.record, table.version, columns, {
          rows: table.rowCount,
          onProgress,
        });
  const edit = async (_: ColumnRecord[], c: Change) => {
    const frozen = input.formula === null ? find(table, input.column) : undefined;
    if (frozen) await keepTags(c, table.record.id, frozen.id);
    return columns;
  };
  return (c) =>
    changeColumns(c, viewer, table, {
      // The values were computed from this version, so the change holds only there.
      expectedVersion: table.version,
      actor: input.actor,
      opKind: 'formula.set',
      does: {
        operation: 'setFormula',
        input: { column: input.column, formula: input.formula, expectedVersion: input.expectedVersion },
      },
      segment,
      edit,
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
    const unknown = problem('not-found', `There is no formula column "${name}" in "${table.record.name}".`);
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
