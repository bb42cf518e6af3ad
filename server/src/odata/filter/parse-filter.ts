import { say } from '@workbook-data-service/contract/messages';
import { syntaxError, unsupported } from '../feed-problems.js';
import { type LiteralKind, type Token, tokensOf } from './tokens.js';

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

export interface Literal {
  is: 'literal';
  kind: LiteralKind;
  text: string;
}

/** An expression of `$filter`. */
export type Expression =
  | Literal
  | { is: 'property'; name: string }
  | { is: 'call'; name: string; args: Expression[] }
  | { is: 'compare'; op: Comparison; left: Expression; right: Expression }
  | { is: 'in'; item: Expression; list: Literal[] }
  | { is: 'and' | 'or'; items: Expression[] }
  | { is: 'not'; item: Expression };

const MAX_DEPTH = 100;
const arithmetic = ['add', 'sub', 'mul', 'div', 'divby', 'mod', 'has'];

/** The functions that a condition may have, for the advice of an error. */
const SUPPORTED =
  'contains, startswith, endswith, tolower, toupper, trim, length, year, month, day, hour, minute, second, date, floor, ceiling, round';

export function unsupportedExpression(what: string) {
  return unsupported(
    say('feed-expression-unsupported', { what }),
    say('fix-feed-expression', { functions: SUPPORTED }),
  );
}

/** Parses the value of `$filter`; operators and functions in any case, as OData 4.01 has it. */
export function parseFilter(text: string): Expression {
  const tokens = tokensOf('$filter', text);
  let next = 0;
  let depth = 0;

  const peek = (): Token => tokens[next] as Token;
  const fail = (token = peek()) => syntaxError('$filter', text, token.at);
  const isWord = (...words: readonly string[]): boolean => {
    const token = peek();
    return token.is === 'name' && words.includes(token.text.toLowerCase());
  };
  const isSign = (sign: string): boolean => peek().is === 'sign' && peek().text === sign;
  const takeSign = (sign: string): void => {
    if (!isSign(sign)) throw fail();
    next += 1;
  };

  function joined(joiner: 'or' | 'and', item: () => Expression): Expression {
    const items = [item()];
    while (isWord(joiner)) {
      next += 1;
      items.push(item());
    }
    return items.length === 1 ? (items[0] as Expression) : { is: joiner, items };
  }

  function either(): Expression {
    if (++depth > MAX_DEPTH) throw unsupportedExpression(`Nesting deeper than ${MAX_DEPTH}`);
    const found = joined('or', () => joined('and', negated));
    depth -= 1;
    return found;
  }

  function negated(): Expression {
    if (!isWord('not') || startsOperandAfter()) return compared();
    next += 1;
    depth += 1;
    if (depth > MAX_DEPTH) throw fail();
    const item = negated();
    depth -= 1;
    return { is: 'not', item };
  }

  /** Whether the word here is a property of that name, since a comparison follows. */
  function startsOperandAfter(): boolean {
    const after = tokens[next + 1];
    return after?.is === 'name' && [...comparisons, 'in'].includes(after.text.toLowerCase() as Comparison);
  }

  function compared(): Expression {
    const left = operand();
    const token = peek();
    if (token.is !== 'name') return left;
    const word = token.text.toLowerCase();
    if (arithmetic.includes(word)) throw unsupportedExpression(`The operator ${word}`);
    const op = comparisons.find((one) => one === word);
    if (op) {
      next += 1;
      const right = operand();
      if (isWord(...arithmetic)) throw unsupportedExpression(`The operator ${peek().text}`);
      return { is: 'compare', op, left, right };
    }
    if (word !== 'in') return left;
    next += 1;
    return { is: 'in', item: left, list: literalList() };
  }

  function literalList(): Literal[] {
    takeSign('(');
    const list: Literal[] = [];
    while (!isSign(')')) {
      if (list.length > 0) takeSign(',');
      const item = operand();
      if (item.is !== 'literal') throw unsupportedExpression('A list of anything but values');
      list.push(item);
    }
    takeSign(')');
    return list;
  }

  function operand(): Expression {
    const token = peek();
    if (token.is === 'literal') {
      next += 1;
      return { is: 'literal', kind: token.kind, text: token.text };
    }
    if (isSign('(')) {
      next += 1;
      const inner = either();
      takeSign(')');
      return inner;
    }
    if (isSign('@')) throw unsupportedExpression('A parameter alias');
    if (token.is !== 'name') throw fail();
    next += 1;
    if (isSign('(')) return { is: 'call', name: token.text.toLowerCase(), args: callArguments() };
    if (isSign('/')) throw unsupportedExpression(`A path such as ${token.text}/…`);
    return { is: 'property', name: token.text };
  }

  function callArguments(): Expression[] {
    takeSign('(');
    const args: Expression[] = [];
    while (!isSign(')')) {
      if (args.length > 0) takeSign(',');
      args.push(either());
    }
    takeSign(')');
    return args;
  }

  const parsed = either();
  if (peek().is !== 'end') throw fail();
  return parsed;
}
