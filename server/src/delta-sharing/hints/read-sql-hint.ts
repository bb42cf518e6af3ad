import { type Comparison, type Hint, type HintValue, mirrored, unknown } from './hint.js';

const column = String.raw`(?:\x60(?<quoted>[^\x60]+)\x60|(?<plain>[\p{L}_][\p{L}\p{N}_]*))`;
const value = String.raw`(?:'(?<text>(?:[^'\\]|'')*)'|(?<number>-?\d+(?:\.\d+)?))`;
const comparison = '(?<how><>|!=|<=|>=|=|<|>)';
const forms = {
  columnFirst: new RegExp(`^${column}\\s*${comparison}\\s*${value}$`, 'u'),
  valueFirst: new RegExp(`^${value}\\s*${comparison}\\s*${column}$`, 'u'),
  empty: new RegExp(`^${column}\\s+is\\s+(?<not>not\\s+)?null$`, 'iu'),
};

/** What the protocol lets a predicate be: a column compared with a value, or with null. */
export function readSqlHint(sql: string): Hint {
  const text = sql.trim();
  const empty = forms.empty.exec(text)?.groups;
  if (empty) {
    const isEmpty: Hint = { is: 'empty', column: columnOf(empty) };
    return empty.not ? { is: 'not', of: isEmpty } : isEmpty;
  }
  const first = forms.columnFirst.exec(text)?.groups;
  const found = first ?? forms.valueFirst.exec(text)?.groups;
  if (!found) return unknown;
  const isNot = found.how === '<>' || found.how === '!=';
  const how = isNot ? '=' : (found.how as Comparison);
  const compare: Hint = {
    is: 'compare',
    column: columnOf(found),
    how: first ? how : mirrored[how],
    value: hintValue(found),
  };
  return isNot ? { is: 'not', of: compare } : compare;
}

type Groups = Record<string, string | undefined>;

const columnOf = ({ quoted, plain }: Groups): string => (quoted ?? plain) as string;

const hintValue = ({ text, number }: Groups): HintValue =>
  number === undefined
    ? { kind: 'text', text: (text as string).replaceAll("''", "'") }
    : { kind: 'number', text: number };
