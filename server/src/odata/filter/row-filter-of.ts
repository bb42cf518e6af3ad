import { CellRefused, type ColumnType, castCell, ROW_ID } from '@workbook-data-service/sheets/values';
import type { AppliedFunction, RowFilter } from '../../core/row-filter.js';
import { unknownProperty } from '../feed-problems.js';
import {
  type Comparison,
  type Expression,
  type Literal,
  parseFilter,
  unsupportedExpression,
} from './parse-filter.js';

/** What a filter may name: the properties of an entity set, with the columns that they show. */
interface Filterable {
  set: string;
  columnOf(property: string): { name: string; type: ColumnType } | undefined;
}

/** A cell, or what a function makes of it. */
interface Operand {
  name: string;
  type: ColumnType;
  apply: AppliedFunction | undefined;
}

const tests = new Map<string, 'contains' | 'starts_with' | 'ends_with'>([
  ['contains', 'contains'],
  ['startswith', 'starts_with'],
  ['endswith', 'ends_with'],
]);
const applied = new Map<string, AppliedFunction>([
  ['tolower', 'lower'],
  ['toupper', 'upper'],
  ['trim', 'trim'],
  ['length', 'length'],
  ['floor', 'floor'],
  ['ceiling', 'ceiling'],
  ['round', 'round'],
  ['date', 'date'],
  ['year', 'year'],
  ['month', 'month'],
  ['day', 'day'],
  ['hour', 'hour'],
  ['minute', 'minute'],
  ['second', 'second'],
]);
const mirrored = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;

const never: RowFilter = { column: ROW_ID, op: 'in', value: [] };
const always: RowFilter = { not: never };

/** The filter that `GET …/rows` takes, for the value of `$filter`. */
export function rowFilterOf(text: string, { set, columnOf }: Filterable): RowFilter {
  /**
   * The rows for which an expression is true, or those for which it is false. Neither has those for which it is null, as
   * a function of an empty cell is.
   */
  function where(expression: Expression, truth: boolean): RowFilter {
    switch (expression.is) {
      case 'and':
      case 'or': {
        const items = expression.items.map((item) => where(item, truth));
        return (expression.is === 'and') === truth ? { and: items } : { or: items };
      }
      case 'not':
        return where(expression.item, !truth);
      case 'literal':
        if (expression.kind === 'null') return never;
        if (expression.kind !== 'boolean') throw unsupportedExpression('A value that is not compared');
        return (expression.text === 'true') === truth ? always : never;
      case 'property':
        return { column: columnNamed(expression.name).name, op: 'eq', value: truth };
      case 'call':
        return tested(expression, truth);
      case 'compare':
        return asTruth(comparison(expression), truth);
      case 'in':
        return asTruth(listed(expression), truth);
    }
  }

  function columnNamed(property: string) {
    const column = columnOf(property);
    if (!column) throw unknownProperty(property, set);
    return column;
  }

  /** Comparisons are true or false, also with an empty cell. */
  const asTruth = (filter: RowFilter, truth: boolean): RowFilter => (truth ? filter : { not: filter });

  function tested(call: Expression & { is: 'call' }, truth: boolean): RowFilter {
    const op = tests.get(call.name);
    if (!op) throw unsupportedExpression(`The function ${call.name}`);
    const [of, text] = call.args;
    if (!of || text?.is !== 'literal' || call.args.length > 2 || of.is === 'literal')
      throw unsupportedExpression(`${call.name} of anything but a property and a text`);
    if (text.kind === 'null') return never;
    const { name, apply } = operand(of);
    const found: RowFilter = { column: name, ...(apply && { apply }), op, value: text.text };
    return truth ? found : { and: [{ not: found }, { column: name, op: 'is_null', value: false }] };
  }

  function comparison({ op, left, right }: Expression & { is: 'compare' }): RowFilter {
    if (left.is === 'literal' && right.is !== 'literal') return compare(mirrored[op], right, left);
    if (right.is !== 'literal') throw unsupportedExpression('Comparing two properties');
    if (left.is === 'literal') throw unsupportedExpression('Comparing two values');
    return compare(op, left, right);
  }

  function compare(op: Comparison, left: Expression, value: Literal): RowFilter {
    if (isCondition(left)) {
      if (value.kind !== 'boolean' || (op !== 'eq' && op !== 'ne'))
        throw unsupportedExpression('Comparing a condition with anything but true or false');
      const equal = where(left, value.text === 'true');
      return op === 'eq' ? equal : { not: equal };
    }
    const cell = operand(left);
    if (value.kind === 'null') {
      if (op === 'gt' || op === 'lt') return never;
      return { column: cell.name, op: 'is_null', value: op !== 'ne' };
    }
    return condition(cell, op, value);
  }

  function listed({ item, list }: Expression & { is: 'in' }): RowFilter {
    if (isCondition(item)) throw unsupportedExpression('A condition in a list');
    const cell = operand(item);
    const values = list.filter(({ kind }) => kind !== 'null').map(literalValue);
    const { name: column, apply } = cell;
    const among: RowFilter = {
      column,
      ...(apply && { apply }),
      op: 'in',
      value: isWhole(cell) ? values.filter((value) => !isFraction(value)) : values,
    };
    return values.length === list.length ? among : { or: [among, { column, op: 'is_null' }] };
  }

  function operand(expression: Expression): Operand {
    if (expression.is === 'property') return { ...columnNamed(expression.name), apply: undefined };
    if (expression.is !== 'call') throw unsupportedExpression('Comparing anything but a property');
    const apply = applied.get(expression.name);
    if (!apply) throw unsupportedExpression(`The function ${expression.name}`);
    const [of] = expression.args;
    if (of?.is !== 'property' || expression.args.length > 1)
      throw unsupportedExpression(`${expression.name} of anything but a property`);
    return { ...columnNamed(of.name), apply };
  }

  return where(parseFilter(text), true);
}

function isCondition(expression: Expression): boolean {
  return expression.is === 'call'
    ? tests.has(expression.name)
    : !['literal', 'property'].includes(expression.is);
}

const isFraction = (value: unknown): value is number => typeof value === 'number' && !Number.isInteger(value);
const isWhole = ({ type, apply }: Operand): boolean => !apply && (type === 'BIGINT' || type === 'INTEGER');

function condition(cell: Operand, op: Comparison, literal: Literal): RowFilter {
  const { name: column, apply } = cell;
  const value = literalValue(literal);
  // A column of whole numbers holds no fraction, but may be compared with one.
  if (isWhole(cell) && isFraction(value)) {
    if (op === 'eq') return never;
    if (op === 'ne') return always;
    return { column, op: op === 'gt' || op === 'ge' ? 'gt' : 'le', value: Math.floor(value) };
  }
  return { column, ...(apply && { apply }), op, value };
}

/** A number that a double does not hold exactly stays text, which columns of numbers take as well. */
function literalValue({ kind, text }: Literal): unknown {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'number') {
    const digits = text
      .replace(/^\+/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
    return String(Number(digits)) === digits ? Number(digits) : digits;
  }
  if (kind !== 'moment') return text;
  try {
    return castCell(text, 'TIMESTAMPTZ');
  } catch (error) {
    // The filter tells what is wrong with it.
    if (error instanceof CellRefused) return text;
    throw error;
  }
}
