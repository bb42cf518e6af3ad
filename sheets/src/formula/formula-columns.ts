import { nearestName } from '../core/nearest-name.js';
import { type ColumnNode, type FormulaNode, nodesOf } from './formula-ast.js';
import { checkFunctions } from './formula-functions.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import { parseFormula } from './parse-formula.js';
import { printFormula, quoteText } from './print-formula.js';

interface NamedColumn {
  id: string;
  name: string;
}

interface FormulaColumn extends NamedColumn {
  /** Bound: its references are column ids. */
  formula: FormulaNode;
}

/** The columns that a formula refers to, in the order of the text, each once. */
export function referencedColumns(ast: FormulaNode): string[] {
  const seen = new Set<string>();
  for (const node of nodesOf(ast)) if (node.kind === 'column') seen.add(node.column);
  return [...seen];
}

/** A user's formula, checked, with its column names replaced by ids. */
export function readFormula(text: string, columns: readonly NamedColumn[]): FormulaNode {
  const ast = parseFormula(text);
  checkFunctions(ast);
  return bindFormula(ast, columns);
}

function bindFormula(ast: FormulaNode, columns: readonly NamedColumn[]): FormulaNode {
  const find = columnFinder(columns);
  return mapColumns(ast, (node) => ({ ...node, column: find(node).id }));
}

/** Finds a column by its exact name, or else by the only name that differs just in case. */
function columnFinder(columns: readonly NamedColumn[]): (node: ColumnNode) => NamedColumn {
  const exact = new Map(columns.map((column) => [column.name, column]));
  const alike = new Map<string, NamedColumn[]>();
  for (const column of columns) {
    const lower = column.name.toLowerCase();
    alike.set(lower, [...(alike.get(lower) ?? []), column]);
  }
  return ({ column, at }) => {
    const [only, another] = alike.get(column.toLowerCase()) ?? [];
    const found = exact.get(column) ?? (another ? undefined : only);
    if (found) return found;
    if (only && another) {
      const names = `${bracketed(only.name)} and ${bracketed(another.name)}`;
      throw new FormulaRefused(sayOfFormula('formula-column-case', { column: bracketed(column), names }), at);
    }
    throw unknownColumn(column, columns, at);
  };
}

/** The cost of finding the nearest name grows with the length of the wrong one, which a caller chooses. */
const LONGEST_QUOTED = 100;

function unknownColumn(column: string, columns: readonly NamedColumn[], at: number): Error {
  const quoted = column.slice(0, LONGEST_QUOTED);
  const nearest = nearestName(
    quoted,
    columns.map(({ name }) => name),
  );
  const fix =
    nearest === undefined
      ? sayOfFormula('fix-formula-no-columns')
      : sayOfFormula('fix-formula-column', { nearest: bracketed(nearest) });
  return new FormulaRefused(sayOfFormula('formula-no-column', { column: bracketed(quoted) }), at, fix);
}

function mapColumns(node: FormulaNode, map: (node: ColumnNode) => FormulaNode): FormulaNode {
  switch (node.kind) {
    case 'column':
      return map(node);
    case 'unary':
    case 'percent':
      return { ...node, operand: mapColumns(node.operand, map) };
    case 'binary':
      return { ...node, left: mapColumns(node.left, map), right: mapColumns(node.right, map) };
    case 'call':
      return { ...node, args: node.args.map((arg) => mapColumns(arg, map)) };
    default:
      return node;
  }
}

/**
 * The text of a formula with the current names of its columns; a deleted one reads `#REF!`. With `(id) => id`
 * it is the stored form, which `parseFormula` reads back as the bound formula.
 */
export function formatFormula(ast: FormulaNode, nameOf: (id: string) => string | undefined): string {
  const printed = printFormula(ast, {
    column: ({ column }) => {
      const name = nameOf(column);
      return name === undefined ? '#REF!' : bracketed(name);
    },
    functionName: ({ name }) => name,
    text: quoteText,
    separator: ', ',
    ampersand: ' & ',
  });
  return `=${printed}`;
}

function bracketed(name: string): string {
  return `[${name.replaceAll(']', ']]')}]`;
}

/** Sorts formula columns so that each comes after those it refers to; a cycle is refused and named. */
export function orderFormulas<C extends FormulaColumn>(columns: readonly C[]): C[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const done = new Set<string>();
  const ordered: C[] = [];
  const path: C[] = [];
  const visit = (column: C): void => {
    if (done.has(column.id)) return;
    const start = path.indexOf(column);
    if (start >= 0) throw circle([...path.slice(start), column]);
    path.push(column);
    for (const id of referencedColumns(column.formula)) {
      const next = byId.get(id);
      if (next) visit(next);
    }
    path.pop();
    done.add(column.id);
    ordered.push(column);
  };
  for (const column of columns) visit(column);
  return ordered;
}

function circle(path: readonly NamedColumn[]): Error {
  const columns = path.map(({ name }) => bracketed(name)).join(' -> ');
  return new FormulaRefused(sayOfFormula('formula-circle', { columns }));
}
