import { type BinaryOperator, binaryOperators, type ErrorCode, errorCodes } from './formula-ast.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';

export type Token = { at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'error'; code: ErrorCode }
  | { kind: 'column'; column: string }
  | { kind: 'name'; name: string }
  | { kind: 'operator'; operator: BinaryOperator }
  | { kind: '(' | ')' | ',' | '%' | 'end' }
);

const space = /\s*/y;
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const text = /"((?:[^"]|"")*)"/y;
const column = /\[((?:[^\]]|\]\])*)\]/y;
const name = /[\p{L}_$][\p{L}\p{N}_.$]*/uy;

/** The tokens of a formula, lazily, so that the first mistake is the one reported. */
export function* tokensOf(source: string): Generator<Token, undefined> {
  let index = /^\s*=?/.exec(source)?.[0].length ?? 0;
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = index;
    const match = form.exec(source);
    if (match) index = form.lastIndex;
    return match;
  };
  for (;;) {
    take(space);
    const at = index + 1;
    const letter = source[index];
    if (letter === undefined) {
      yield { kind: 'end', at };
      return;
    }
    const spelled = take(number);
    if (spelled) {
      const value = Number(spelled[0]);
      if (!Number.isFinite(value)) throw new FormulaRefused(sayOfFormula('formula-number-too-large'), at);
      yield { kind: 'number', value, at };
    } else if (letter === '"') {
      const match = take(text);
      if (!match) throw new FormulaRefused(sayOfFormula('formula-open-text'), at);
      yield { kind: 'text', value: (match[1] ?? '').replaceAll('""', '"'), at };
    } else if (letter === '[') {
      yield { kind: 'column', column: columnName(take(column), at), at };
    } else if (letter === '#') {
      const code = errorCodes.find((one) => source.slice(index, index + one.length).toUpperCase() === one);
      if (!code) throw new FormulaRefused(sayOfFormula('formula-unknown-error'), at);
      index += code.length;
      yield { kind: 'error', code, at };
    } else if (letter === ';' || letter === ',') {
      index += 1;
      yield { kind: ',', at };
    } else if (letter === '(' || letter === ')' || letter === '%') {
      index += 1;
      yield { kind: letter, at };
    } else {
      const operator = binaryOperators.find((one) => source.startsWith(one, index));
      if (operator) {
        index += operator.length;
        yield { kind: 'operator', operator, at };
      } else yield { kind: 'name', name: functionName(take(name), letter, at), at };
    }
  }
}

function columnName(match: RegExpExecArray | null, at: number): string {
  if (!match) throw new FormulaRefused(sayOfFormula('formula-open-reference'), at);
  const named = (match[1] ?? '').replaceAll(']]', ']');
  if (named.trim() === '') throw new FormulaRefused(sayOfFormula('formula-empty-reference'), at);
  return named;
}

/** Files carry newer functions as `_xlfn.IFS`; people write `IFS`. */
function functionName(match: RegExpExecArray | null, letter: string, at: number): string {
  if (!match) throw new FormulaRefused(sayOfFormula('formula-letter', { letter }), at);
  return match[0].toUpperCase().replace(/^_XLFN\.(?:_XLWS\.)?/, '');
}
