import { lowerAscii } from '../guard/lower-ascii.js';
import { type Dependence, guessed, together } from './dependence.js';

/** A column of a table, a subquery or a result. */
export interface Column {
  /** Missing where DuckDB derives the name from the text of an expression. */
  readonly name?: string;
  /** The name as DuckDB compares it. */
  readonly key?: string;
  readonly from: Dependence;
  /** It stands for one or more columns of unknown names: of a PIVOT, or of an unnested struct. */
  readonly many?: true;
}

export type Columns = readonly Column[];

export function column(name: string | undefined, from: Dependence): Column {
  return name ? { name, key: lowerAscii(name), from } : { from };
}

export function unknownColumns(from: Dependence): Columns {
  return [{ from: guessed(from), many: true }];
}

export function everyColumn(columns: Columns): Dependence {
  return together(columns.map(({ from }) => from));
}

export function hasMany(columns: Columns): boolean {
  return columns.some(({ many }) => many);
}

export function hasUnknownNames(columns: Columns): boolean {
  return columns.some(({ many, name }) => many || name === undefined);
}

/** The column at a 1-based position. */
export function columnAt(columns: Columns, position: number): Dependence {
  const at = hasMany(columns) ? undefined : columns[position - 1];
  return at?.from ?? guessed(everyColumn(columns));
}

/** `t(a, b)`: new names for the first columns. */
export function renameFirst(columns: Columns, names: readonly string[]): Columns {
  if (names.length === 0) return columns;
  if (hasMany(columns)) return unknownColumns(everyColumn(columns));
  return columns.map((one, index) => (names[index] === undefined ? one : column(names[index], one.from)));
}

/** Within a subquery DuckDB renames the second `a` to `a_1`. */
export function withDistinctNames(columns: Columns): Columns {
  const taken = new Set<string>();
  return columns.map((one) => {
    if (one.name === undefined) return one;
    let name = one.name;
    for (let count = 1; taken.has(lowerAscii(name)); count += 1) name = `${one.name}_${count}`;
    taken.add(lowerAscii(name));
    return { ...one, name, key: lowerAscii(name) };
  });
}
