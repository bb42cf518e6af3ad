import { lowerAscii } from '../guard/lower-ascii.js';
import { type Column, type Columns, column, everyColumn } from './columns.js';
import { type Dependence, guessed, type InputColumn } from './dependence.js';
import { bindStatement } from './query.js';
import { allInputs, outermostScope, type Scope, WorkLimitExceeded } from './scope.js';
import type { Node } from './tree.js';

export type { InputColumn };

interface ColumnLineage {
  name: string;
  /** The input columns from which the value is computed. */
  sources: InputColumn[];
  /** Whether these are exactly the sources; otherwise there may be too many. */
  exact: boolean;
  /** Whether it also depends on rows other than those behind its own row: by a window or a subquery. */
  otherRows: boolean;
  /** The input column whose kind of value it is, as far as that is known. */
  kindOf?: InputColumn | undefined;
}

export interface Lineage {
  /** In the order of the result. */
  columns: ColumnLineage[];
  /**
   * The input columns that decide which rows there are and in what order: those of WHERE, JOIN, GROUP BY,
   * HAVING, QUALIFY, DISTINCT, ORDER BY, LIMIT, set operations and unnesting. They reveal something about
   * their values without being shown: whether a tag follows them is for the reader of the lineage to decide.
   */
  influences: InputColumn[];
  exact: boolean;
}

/**
 * The input columns of each column of a SELECT, from the parse tree that the guard has accepted. `inputs`
 * gives the columns of each table the statement names; `names` are the result's names according to DuckDB.
 * They also serve as a check: if they differ from what was found here, the statement was not understood (or
 * was too much work), and everything is taken to come from everything.
 */
export function columnLineage(
  statement: Node,
  inputs: ReadonlyMap<string, readonly string[]>,
  names: readonly string[],
): Lineage {
  const scope = outermostScope(inputColumns(inputs), maximumWork);
  const all = allInputs(scope);
  const { sources, rows } = understood(statement, scope, names) ?? {
    sources: names.map(() => all),
    rows: all,
  };
  return {
    columns: names.map((name, index) => ({ name, ...listed(sources[index] ?? all) })),
    influences: listed(rows).sources,
    exact: rows.exact && sources.every(({ exact }) => exact),
  };
}

/**
 * The most expressions and columns to visit: many times what an honest statement needs, and a second or two
 * at worst.
 */
const maximumWork = 200_000;

function understood(statement: Node, scope: Scope, names: readonly string[]) {
  try {
    const { columns, influences } = bindStatement(statement, scope);
    const sources = alignedWith(names, columns);
    return sources && { sources, rows: influences };
  } catch (error) {
    if (error instanceof WorkLimitExceeded) return undefined;
    throw error;
  }
}

function inputColumns(inputs: ReadonlyMap<string, readonly string[]>): Map<string, Columns> {
  const tables = [...inputs].map(([table, names]): [string, Columns] => [
    lowerAscii(table),
    names.map((name) => column(name, inputColumn({ table, column: name }))),
  ]);
  return new Map(tables);
}

function inputColumn(input: InputColumn): Dependence {
  return { sources: new Set([input]), exact: true, kindOf: input };
}

/** The sources of each name; undefined where names and columns cannot be matched. */
function alignedWith(names: readonly string[], columns: Columns): Dependence[] | undefined {
  const firstMany = columns.findIndex(({ many }) => many);
  if (names.length === columns.length) {
    return columns.every((one, index) => one.many || hasName(one, names[index]))
      ? columns.map(({ from }) => from)
      : undefined;
  }
  if (firstMany < 0 || names.length < columns.length) return undefined;
  // Those before the first unknown and after the last keep their positions; those between are merged.
  const lastMany = columns.findLastIndex(({ many }) => many);
  const heap = guessed(everyColumn(columns.slice(firstMany, lastMany + 1)));
  const before = columns.slice(0, firstMany);
  const after = columns.slice(lastMany + 1);
  const filled = names.slice(before.length, names.length - after.length).map((): Column => ({ from: heap }));
  return alignedWith(names, [...before, ...filled, ...after]);
}

function hasName({ key }: Column, name: string | undefined): boolean {
  return key === undefined || key === lowerAscii(name ?? '');
}

function listed({ sources, exact, otherRows = false, kindOf }: Dependence) {
  return { sources: [...sources], exact, otherRows, kindOf };
}
