import { Kind } from '../../../cell-grid.js';
import { readsAsField, readsAsPeriod } from '../../../lines/line-vocabulary.js';
import { isMarked, isUsual } from './form-fields.js';
import { isFigure, type SheetTokens, type Token } from './sheet-tokens.js';

/** Fewer names are labels of fields. */
const minNames = 3;
/** Of tables beside each other. */
const minNamesBeside = 2;
/** The share of rows with a label that no other one has, so that they are records of a table beside another. */
const minOwnLabels = 0.6;
/** So many rows show whether a column is blank between them. */
const rowsBeside = 6;
export const longestName = 40;
/** Codes among words are values, unless most names are codes. */
const fewCodes = 0.25;
const manyCodes = 0.7;
/** Names that recur belong to tables beside each other. */
const minDistinct = 0.7;

/** The cells of a row by what they may be the header of: tables beside each other have a blank column between them. */
export function sidesOf(tokens: SheetTokens, row: number): Token[][] {
  const sides: Token[][] = [];
  for (const cell of tokens.reaching(row)) {
    const last = sides.at(-1)?.at(-1);
    const isApart = !last || tokens.areBlank(row, last.end + 1, cell.column - 1, rowsBeside);
    if (isApart) sides.push([cell]);
    else sides.at(-1)?.push(cell);
  }
  return sides.reduce<Token[][]>((found, side) => {
    const before = found.at(-1);
    if (!before || isOfItsOwn(tokens, side, before)) found.push(side);
    else before.push(...side);
    return found;
  }, []);
}

/** Whether columns have labels of their own, or the names of those at their left. */
function isOfItsOwn(tokens: SheetTokens, side: readonly Token[], before: readonly Token[]): boolean {
  const [first] = side;
  if (!first || side.length < minNamesBeside || before.length < minNamesBeside) return false;
  const names = new Set(before.map(({ text }) => text));
  if (side.filter(({ text }) => names.has(text)).length > 1) return true;
  const below = Array.from({ length: rowsBeside }, (_, at) => first.bottom + 1 + at).flatMap((row) =>
    tokens.row(row).filter(({ column }) => column === first.column),
  );
  const isLabel = ({ kind, text }: Token, at: number) =>
    kind === Kind.text || kind === Kind.date || text === String(at + 1);
  const labels = new Set(below.filter(isLabel).map(({ text }) => text));
  return below.length > 0 && labels.size >= minOwnLabels * below.length;
}

/** Whether cells are short words, no two of them a label and its value. */
export function mayNameColumns(names: readonly Token[], isBeside = false): boolean {
  if (names.length < (isBeside ? minNamesBeside : minNames) || names.some(isFigure) || areFields(names))
    return false;
  const texts = names.map(({ text }) => text);
  const codes = texts.filter((text) => /^(?=.*\d)[\w./-]+$/.test(text) && !readsAsPeriod(text)).length;
  const areNames = texts.every((text) => text.length <= longestName && !/[。、〒@]|https?:/.test(text));
  return (
    areNames &&
    !(codes > 1 && codes >= fewCodes * texts.length && codes < manyCodes * texts.length) &&
    texts.filter(isMarked).length <= (texts.length > minNames ? 1 : 0) &&
    texts.filter(readsAsField).length <= 1
  );
}

/** Names of usual fields with something else behind each. */
const areFields = (cells: readonly Token[]) =>
  cells.length % 2 === 0 && cells.every(({ text }, at) => isUsual(text) === (at % 2 === 0));

export const areDistinct = (names: readonly Token[]) =>
  new Set(names.map(({ text }) => text)).size >= minDistinct * names.length;

/** The row above names, if it has names too, some of which are over several of them. */
export function namesOver(tokens: SheetTokens, row: number, names: readonly Token[]): Token[] {
  const [left, right] = [names[0]?.column ?? 0, names.at(-1)?.end ?? 0];
  const upper = tokens.row(row - 1).filter(({ column }) => column >= left && column <= right);
  const isOver = ({ column, end }: Token, at: number) => {
    const next = upper[at + 1]?.column ?? right + 1;
    const last = tokens.grid.merges.length > 0 ? end : next - 1;
    return names.filter((name) => name.column >= column && name.column <= last).length > 1;
  };
  const isName = ({ text, kind }: Token) =>
    kind === Kind.text && text.length <= longestName && !readsAsField(text) && !isMarked(text);
  return upper.length > 1 && upper.some(isOver) && upper.every(isName) ? upper : [];
}

/** Whether a name is merged over several names of the row below. */
export function areOverNames(tokens: SheetTokens, header: number, names: readonly Token[]): boolean {
  const below = tokens.row(header + 1);
  return (
    below.length > 1 &&
    !below.some(isFigure) &&
    names.some(
      ({ column, end }) => below.filter((one) => one.column >= column && one.column <= end).length > 1,
    )
  );
}
