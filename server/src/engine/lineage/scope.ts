import { type Column, type Columns, everyColumn } from './columns.js';
import { type Dependence, nothing } from './dependence.js';

/** What a query gives: its columns, and what decides which rows there are. */
export interface QueryResult {
  readonly columns: Columns;
  readonly influences: Dependence;
}

/** A table, subquery or function in FROM, under the name it has there. */
export interface Relation {
  /** Lowercase. */
  readonly alias: string;
  readonly columns: Columns;
}

export interface VisibleColumn extends Column {
  readonly relation: string;
}

/** What a FROM clause offers. */
export interface From {
  readonly relations: readonly Relation[];
  /** What `*` gives and what names without a table find: USING makes one column of two. */
  readonly visible: readonly VisibleColumn[];
  readonly influences: Dependence;
}

export const emptyFrom: From = { relations: [], visible: [], influences: nothing };

/** The place in which a name is looked up; what it does not find there it seeks further out. */
export interface Scope {
  /** The columns of the input tables, by lowercase name. */
  readonly inputs: ReadonlyMap<string, Columns>;
  /** Common table expressions, by lowercase name. */
  readonly ctes: ReadonlyMap<string, QueryResult>;
  readonly from: From;
  /** What the select list has named so far, by lowercase name. */
  readonly aliases: ReadonlyMap<string, Dependence>;
  /** Parameters of the lambdas around this place: their values come from the list beside the lambda. */
  readonly parameters: ReadonlySet<string>;
  /** The column for which COLUMNS(…) stands, while an expression is repeated for each of them. */
  readonly repeated?: Column | undefined;
  readonly outer?: Scope;
  /** How many more expressions and columns may be looked at, in all scopes together. */
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

/** Nested HAVING, recursion and COLUMNS repeat the work of one another: a statement may ask for too much. */
export class TooMuchWork extends Error {}

export function spend({ work }: Scope, amount: number): void {
  work.left -= amount;
  if (work.left < 0) throw new TooMuchWork();
}

export function withCte(scope: Scope, name: string, result: QueryResult): Scope {
  return { ...scope, ctes: new Map(scope.ctes).set(name, result) };
}

/** The answer where nothing better is known. */
export function allInputs(scope: Scope): Dependence {
  const all = everyColumn([...scope.inputs.values()].flat());
  return { ...all, exact: false };
}
