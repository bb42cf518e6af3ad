import { say } from '@workbook-data-service/contract/messages';
import { nearestName } from '@workbook-data-service/sheets/names';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnNamed } from './column-named.js';
import { nameList } from './name-list.js';
import { fieldError, problem } from './problems.js';
import { identifier } from './sql-text.js';

export interface OrderTerm {
  name: string;
  type: string;
  descending: boolean;
  /** Whether empty cells come before the others; they come last by default, in either direction. */
  emptyFirst?: boolean;
}

const rowIdTerm: OrderTerm = { name: ROW_ID, type: 'BIGINT', descending: false };

/**
 * `amount,-day` or `["amount", "-day"]` over the visible columns; the row id comes last, so that the order is
 * total.
 */
export function parseOrder(
  text: string | undefined,
  columns: readonly { name: string; type: string }[],
): OrderTerm[] {
  return totalOrder(namedOrder(text, columns));
}

/** The terms as they are named. */
export function namedOrder(
  text: string | undefined,
  columns: readonly { name: string; type: string }[],
): OrderTerm[] {
  return nameList(text).map((term) => {
    const descending = term.startsWith('-');
    const wanted = descending ? term.slice(1) : term;
    if (wanted.toLowerCase() === ROW_ID) return { ...rowIdTerm, descending };
    // A column whose own name begins with a dash wins over a descending order.
    const literally = columnNamed(columns, term);
    const column = literally ?? columnNamed(columns, wanted);
    if (!column) throw unknownColumn(term, columns);
    return { name: column.name, type: column.type, descending: descending && !literally };
  });
}

/** The row id comes last, unless it is among the terms. */
export function totalOrder(terms: readonly OrderTerm[]): OrderTerm[] {
  return terms.some((term) => term.name === ROW_ID) ? [...terms] : [...terms, rowIdTerm];
}

export function orderClause(terms: readonly OrderTerm[]): string {
  return terms
    .map(
      ({ name, descending, emptyFirst }) =>
        `${identifier(name)} ${descending ? 'desc' : 'asc'} nulls ${emptyFirst ? 'first' : 'last'}`,
    )
    .join(', ');
}

/** Rows that come after a position, given as the position's value for each term. */
export function afterPosition(
  terms: readonly OrderTerm[],
  position: readonly (string | null)[],
  parameters: unknown[],
): string {
  const equal: string[] = [];
  const later: string[] = [];
  for (const [i, term] of terms.entries()) {
    const column = identifier(term.name);
    const value = position[i] ?? null;
    if (value === null) {
      if (term.emptyFirst) later.push(`(${[...equal, `${column} is not null`].join(' and ')})`);
      equal.push(`${column} is null`);
      continue;
    }
    parameters.push(value);
    // A position comes from outside; a value that does not fit the column must not fail in the engine.
    const bound = `try_cast($${parameters.length} as ${term.type})`;
    const beyond = `${column} ${term.descending ? '<' : '>'} ${bound}`;
    const isEmptyAfter = term.name !== ROW_ID && !term.emptyFirst;
    later.push(`(${[...equal, isEmptyAfter ? `(${beyond} or ${column} is null)` : beyond].join(' and ')})`);
    equal.push(`${column} = ${bound}`);
  }
  return later.length > 0 ? `(${later.join(' or ')})` : 'false';
}

/** Comparing a name with the 16,384 that a table may have takes too long. */
const MAX_COMPARED = 500;

function unknownColumn(term: string, columns: readonly { name: string }[]) {
  const known = columns.slice(0, MAX_COMPARED).map(({ name }) => name);
  const nearest = nearestName(term.replace(/^-/, ''), known);
  return problem('invalid-request', say('order-unknown', { column: term }), {
    fix: nearest === undefined ? say('fix-order') : say('fix-order-nearest', { nearest }),
    members: { errors: [fieldError('/order_by', say('field-no-column', { column: term }))] },
  });
}
