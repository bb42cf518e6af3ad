import { referencedColumns } from '@workbook-data-service/sheets/formula';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { type ColumnRecord, nameKey } from '../../../catalog/tables.js';
import { freeName } from '../../../core/file-names.js';
import { parseFormula } from '../../../core/formulas.js';
import type { ColumnNameChanges, LandedColumn } from '../../writing/table-revision.js';
import { isDropped, isFollowed, type PairedColumn } from './pair-columns.js';

export interface TypedColumn {
  id: string;
  type: ColumnType;
}

/** A column of the merged table, with its counterparts in the previous file, the table and the new file. */
export interface MergedColumn extends TypedColumn {
  base: TypedColumn | undefined;
  current: TypedColumn | undefined;
  /** Undefined if its cells do not come from the file. */
  incoming: TypedColumn | undefined;
}

export interface ColumnPlan {
  /** The columns of the merged table. */
  columns: ColumnRecord[];
  /** Without formula columns, which are computed from these. */
  merged: MergedColumn[];
  /** Ids of columns that are missing in the new file and that nobody has edited. */
  dropped: string[];
  names: ColumnNameChanges;
  /** The columns of the new file under the table's ids: the base of the next revision. */
  landed: LandedColumn[];
}

/** Findings from the cells, by column id. */
export interface ColumnFindings {
  /** Columns whose type in the table fits every value of the new file. */
  fitting: ReadonlySet<string>;
  /** Columns with cells that people edited. */
  edited: ReadonlySet<string>;
}

/** Columns of the table that came from the file and are missing in the new one. */
export function lostColumns(
  current: readonly ColumnRecord[],
  base: readonly LandedColumn[],
  pairs: readonly PairedColumn[],
): ColumnRecord[] {
  const found = new Set(pairs.map(({ id }) => id));
  const landed = new Set(base.map(({ id }) => id));
  return current.filter(({ id, formula }) => formula === undefined && landed.has(id) && !found.has(id));
}

/** People's columns and names stay; a column missing in the new file is dropped, unless people edited or use it. */
export function planColumns(
  known: { current: readonly ColumnRecord[]; base: readonly LandedColumn[] },
  pairs: readonly PairedColumn[],
  { fitting, edited }: ColumnFindings,
): ColumnPlan {
  const inputs = new Set(
    known.current.flatMap(({ formula }) =>
      formula === undefined ? [] : referencedColumns(parseFormula(formula)),
    ),
  );
  const lost = lostColumns(known.current, known.base, pairs);
  const dropped = lost.map(({ id }) => id).filter((id) => !edited.has(id) && !inputs.has(id));
  const pairOf = new Map(pairs.filter(isFollowed).map((pair) => [pair.id, pair]));
  const kept = known.current
    .filter(({ id }) => !dropped.includes(id))
    .map((column) => {
      const pair = pairOf.get(column.id);
      if (!pair) return column;
      const { originalName, numberFormat, type: inFile } = pair.incoming;
      const type = fitting.has(column.id) ? column.type : widerType(column.type, inFile);
      return { ...column, originalName, numberFormat, type };
    });
  const added = addedColumns(kept, pairs);
  const columns = [...kept, ...added];
  return {
    columns,
    merged: columns
      .filter(({ formula }) => formula === undefined)
      .map(({ id, type }) => {
        const pair = pairOf.get(id);
        const current = known.current.find((column) => column.id === id);
        return { id, type, base: pair?.base, current, incoming: pair?.incoming };
      }),
    dropped,
    names: { added: added.map(({ name }) => name), missing: lost.map(({ name }) => name) },
    landed: pairs.map(({ id, incoming: { name, type } }) => ({ id, name, type })),
  };
}

function addedColumns(kept: readonly ColumnRecord[], pairs: readonly PairedColumn[]): ColumnRecord[] {
  const names = new Set(kept.map(({ name }) => nameKey(name)));
  return pairs
    .filter((pair) => !pair.current && !isDropped(pair))
    .map(({ id, incoming }) => {
      const name = freeName(incoming.name, (candidate) => names.has(nameKey(candidate)));
      names.add(nameKey(name));
      return { ...incoming, id, name };
    });
}

const integers = new Set<ColumnType>(['INTEGER', 'BIGINT']);
const isNumeric = (type: ColumnType) => integers.has(type) || type === 'DOUBLE' || type.startsWith('DECIMAL');
const isDay = (type: ColumnType) => type === 'DATE' || type === 'TIMESTAMP';

/** The narrowest type that fits the values of both; text fits everything. */
export function widerType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other) return one;
  if (integers.has(one) && integers.has(other)) return 'BIGINT';
  if (isNumeric(one) && isNumeric(other)) return 'DOUBLE';
  if (isDay(one) && isDay(other)) return 'TIMESTAMP';
  return 'VARCHAR';
}
