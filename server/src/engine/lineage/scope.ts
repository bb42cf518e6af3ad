import { type Column, type Columns, everyColumn } from './columns.js';
import { type Dependence, nothing } from './dependence.js';

/** The result of a query: its columns, and what decides which rows there are. */
export interface QueryResult {
  readonly columns: Columns;
  readonly influences: Dependence;
}

/** A table, subquery or function in FROM, under its name there. */
export interface Relation {
  /** Lowercase. */
  readonly alias: string;
  readonly columns: Columns;
}

export interface VisibleColumn extends Column {
  readonly relation: string;
}

/** The columns of a FROM clause. */
export interface From {
  readonly relations: readonly Relation[];
  /** The columns of `*` and of names without a table: USING merges two columns into one. */
  readonly visible: readonly VisibleColumn[];
  readonly influences: Dependence;
}

export const emptyFrom: From = { relations: [], visible: [], influences: nothing };

/** The scope of a name lookup; names not found here are looked up further out. */
export interface Scope {
  /** The columns of the input tables, by lowercase name. */
  readonly inputs: ReadonlyMap<string, Columns>;
  /** Common table expressions, by lowercase name. */
  readonly ctes: ReadonlyMap<string, QueryResult>;
  readonly from: From;
  /** Names defined by the select list so far, in lowercase. */
  readonly aliases: ReadonlyMap<string, Dependence>;
  /** Parameters of the enclosing lambdas: their values come from the list beside the lambda. */
  readonly parameters: ReadonlySet<string>;
  /** The current column of COLUMNS(…), while an expression is repeated for each of them. */
  readonly repeated?: Column | undefined;
  readonly outer?: Scope;
  /** How many more expressions and columns may be visited, in all scopes together. */
  readonly work: { left: number };
}

export function outermostScope(inputs: Scope['inputs'], work: number): Scope {
  return { inputs, ctes: new Map(), ...nothingNamed, work: { left: work } };
}

export function innerScope(outer: Scope, own: Partial<Pick<Scope, 'from' | 'aliases'>>): Scope {
  const { inputs, ctes, work } = outer;
  return { inputs, ctes, work, ...nothingNamed, ...own, outer };
}

const nothingNamed = { from: emptyFrom, aliases: new Map(), parameters: new Set<string>() } as const;

/** Nested HAVING, recursion and COLUMNS multiply each other's work: a statement may need too much. */
export class WorkLimitExceeded extends Error {}

export function spend({ work }: Scope, amount: number): void {
  work.left -= amount;
  if (work.left < 0) throw new WorkLimitExceeded();
}

export function withCte(scope: Scope, name: string, result: QueryResult): Scope {
  return { ...scope, ctes: new Map(scope.ctes).set(name, result) };
}

/** The fallback if nothing better is known. */
export function allInputs(scope: Scope): Dependence {
  const all = everyColumn([...scope.inputs.values()].flat());
  return { ...all, exact: false };
}
