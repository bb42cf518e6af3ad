import { say } from '@workbook-data-service/contract/messages';
import { formatFormula } from '@workbook-data-service/sheets/formula';
import type { Change } from '../../catalog/change.js';
import { type ColumnRecord, columnIdsEverUsed, columnsAt } from '../../catalog/tables.js';
import { nextColumnId } from '../../core/column-changes.js';
import { columnNamed } from '../../core/column-named.js';
import { inferFormulaType, orderFormulas, parseFormula, readFormula } from '../../core/formulas.js';
import { problem } from '../../core/problems.js';
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
import { refuseNewNames, unlessColumnsHide } from './hidden-columns.js';

export interface FormulaInput extends EditInput {
  column: string;
  /** Null: the column keeps its values and is no longer computed. */
  formula: string | null;
}

/** The columns of the table with the formula set; an unknown name adds a column. Refuses an invalid formula. */
export async function columnsWithFormula(
  service: Service,
  table: GovernedTable,
  { column, formula }: Pick<FormulaInput, 'column' | 'formula'>,
): Promise<ColumnRecord[]> {
  const { db } = service.catalog;
  const existing = findColumn(table, column);
  const stored = await columnsAt(db, table.record.id, table.version);
  if (formula === null) return freeze(table, stored, existing, column);
  return await setFormula(table, stored, { column, formula, existing }, () =>
    columnIdsEverUsed(db, table.record.id),
  );
}

/** Computes the formula columns of a table for its next version. A dry run computes nothing. */
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
    const frozen = input.formula === null ? findColumn(table, input.column) : undefined;
    if (frozen) await keepTags(c, table.record.id, frozen.id);
    return columns;
  };
  return (c) =>
    changeColumns(c, viewer, table, {
      // The values were computed from this version, so the change is valid only for it.
      expectedVersion: table.version,
      actor: input.actor,
      opKind: 'formula.set',
      operation: {
        operation: 'setFormula',
        input: { column: input.column, formula: input.formula, expectedVersion: input.expectedVersion },
      },
      segment,
      edit,
    });
}

function freeze(
  table: GovernedTable,
  stored: ColumnRecord[],
  existing: GovernedColumn | undefined,
  name: string,
): ColumnRecord[] {
  const record = stored.find(({ id }) => id === existing?.id);
  if (!record?.formula) {
    const unknown = problem(
      'not-found',
      say('formula-column-unknown', { column: name, table: table.record.name }),
    );
    throw existing ? unknown : unlessColumnsHide(table, name, unknown);
  }
  return stored.map(({ formula, ...column }) =>
    column.id === record.id || formula === undefined ? column : { ...column, formula },
  );
}

interface FormulaTarget {
  column: string;
  formula: string;
  existing: GovernedColumn | undefined;
}

async function setFormula(
  table: GovernedTable,
  stored: ColumnRecord[],
  { column: name, formula: text, existing }: FormulaTarget,
  idsEverUsed: () => Promise<string[]>,
): Promise<ColumnRecord[]> {
  if (!existing) refuseNewNames(table);
  // A formula must not copy what the caller may not see into a visible column.
  const visible = table.columns.filter((column) => !column.masked);
  const bound = readFormula(text, visible);
  const formula = formatFormula(bound, (id) => id);
  const record = stored.find(({ id }) => id === existing?.id);
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
  const columns = record
    ? stored.map((other) => (other.id === record.id ? column : other))
    : [...stored, column];
  orderFormulas(
    columns.flatMap((c) => (c.formula === undefined ? [] : [{ ...c, formula: parseFormula(c.formula) }])),
  );
  return columns;
}

/** The column that gets the formula; undefined if it is new. */
function findColumn(table: GovernedTable, name: string): GovernedColumn | undefined {
  const column = columnNamed(table.columns, name);
  if (column?.masked)
    throw problem('forbidden', say('column-masked', { column: column.name }), {
      fix: say('fix-column-masked'),
    });
  return column;
}
