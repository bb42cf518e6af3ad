import { binaryPrecedence, type FormulaNode, PERCENT_PRECEDENCE, UNARY_PRECEDENCE } from './formula-ast.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import type { Wanted } from './formula-sentences.js';
import { type Token, tokensOf } from './formula-tokens.js';

const MAX_FORMULA_BYTES = 8192;
const MAX_FORMULA_DEPTH = 64;
const MAX_ARGUMENTS = 255;
/** A chain such as `a+b+c+…` leans to the left without nesting; this limits how deep its tree grows. */
const MAX_OPERATORS = 1000;

/** Excel's grammar over one row: `[column]` in place of cells and ranges. The leading `=` may be left out. */
export function parseFormula(text: string): FormulaNode {
  if (Buffer.byteLength(text) > MAX_FORMULA_BYTES) {
    throw new FormulaRefused(sayOfFormula('formula-too-long', { max: MAX_FORMULA_BYTES }));
  }
  return new Parser(text).parse();
}

class Parser {
  readonly #tokens: Generator<Token, undefined>;
  #token: Token;
  #depth = 0;
  #operators = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
    this.#token = { kind: 'end', at: 1 };
  }

  parse(): FormulaNode {
    this.#advance();
    if (this.#is('end')) throw new FormulaRefused(sayOfFormula('formula-empty'), this.#token.at);
    const node = this.#expression(0);
    if (!this.#is('end')) throw this.#unexpected('end');
    return node;
  }

  #advance(): Token {
    const taken = this.#token;
    this.#token = this.#tokens.next().value ?? taken;
    return taken;
  }

  /**
   * An expression whose operators bind tighter than `floor`; operators of one precedence group to the left,
   * powers too.
   */
  #expression(floor: number): FormulaNode {
    let left = this.#operand();
    for (;;) {
      const token = this.#token;
      if (token.kind === '%' && floor < PERCENT_PRECEDENCE) {
        this.#countOperator();
        this.#advance();
        left = { kind: 'percent', operand: left };
      } else if (token.kind === 'operator' && binaryPrecedence[token.operator] > floor) {
        this.#countOperator();
        this.#advance();
        const right = this.#expression(binaryPrecedence[token.operator]);
        left = { kind: 'binary', operator: token.operator, left, right };
      } else return left;
    }
  }

  /** Parentheses, arguments and signs: the nesting is limited because it uses the stack. */
  #nested(floor: number): FormulaNode {
    this.#depth += 1;
    if (this.#depth > MAX_FORMULA_DEPTH) {
      throw new FormulaRefused(sayOfFormula('formula-nested', { max: MAX_FORMULA_DEPTH }), this.#token.at);
    }
    const node = this.#expression(floor);
    this.#depth -= 1;
    return node;
  }

  #is(kind: Token['kind']): boolean {
    return this.#token.kind === kind;
  }

  #countOperator(): void {
    this.#operators += 1;
    if (this.#operators > MAX_OPERATORS) {
      throw new FormulaRefused(sayOfFormula('formula-operators', { max: MAX_OPERATORS }), this.#token.at);
    }
  }

  #operand(): FormulaNode {
    const token = this.#token;
    switch (token.kind) {
      case 'number':
      case 'text':
        this.#advance();
        return { kind: token.kind, value: token.value } as FormulaNode;
      case 'error':
        this.#advance();
        return { kind: 'error', code: token.code };
      case 'column':
        this.#advance();
        return { kind: 'column', column: token.column, at: token.at };
      case 'name':
        this.#advance();
        return this.#named(token.name, token.at);
      case '(': {
        this.#advance();
        const inner = this.#nested(0);
        if (!this.#is(')')) throw this.#unexpected('closing');
        this.#advance();
        return inner;
      }
      case 'operator':
        if (token.operator === '-' || token.operator === '+') {
          this.#advance();
          return { kind: 'unary', operator: token.operator, operand: this.#nested(UNARY_PRECEDENCE) };
        }
        throw this.#unexpected('value');
      default:
        throw this.#unexpected('value');
    }
  }

  #named(name: string, at: number): FormulaNode {
    if (this.#is('(')) return { kind: 'call', name, args: this.#arguments(name), at };
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'boolean', value: name === 'TRUE' };
    if (/^\$?[A-Z]{1,3}\$?\d+$/.test(name)) {
      throw new FormulaRefused(sayOfFormula('formula-names-cell', { name }), at);
    }
    throw new FormulaRefused(sayOfFormula('formula-bare-name', { name }), at);
  }

  #arguments(name: string): FormulaNode[] {
    const opening = this.#advance();
    const args: FormulaNode[] = [];
    if (this.#is(')')) {
      this.#advance();
      return args;
    }
    for (;;) {
      if (args.length === MAX_ARGUMENTS) {
        throw new FormulaRefused(
          sayOfFormula('formula-many-arguments', { name, max: MAX_ARGUMENTS }),
          opening.at,
        );
      }
      const { kind } = this.#token;
      args.push(kind === ',' || kind === ')' ? { kind: 'missing' } : this.#nested(0));
      const after = this.#token;
      if (after.kind !== ',' && after.kind !== ')') throw this.#unexpected('next');
      this.#advance();
      if (after.kind === ')') return args;
    }
  }

  #unexpected(awaited: Wanted): Error {
    const { kind, at } = this.#token;
    return new FormulaRefused(
      sayOfFormula(kind === 'end' ? 'formula-ends-early' : 'formula-unexpected', { awaited }),
      at,
    );
  }
}
