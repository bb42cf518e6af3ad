import { namesUsualField } from '../../../analyze/forms/is-form.js';
import { readsAsDate, readsAsField, saysTotal } from '../../../lines/line-vocabulary.js';
import type { FormField } from '../../../regions/region.js';
import { isFigure, type SheetTokens, type Token } from './sheet-tokens.js';

/** From the end of a label to its value; further where a colon says that it is a label. */
const maxDistance = 2;
const maxDistanceMarked = 6;
const longestLabel = 30;
/** Lines of an address. */
const maxLines = 6;

/** Labels with their values among the cells of some rows: beside them, below them, or in one cell with them. */
export function findFields(tokens: SheetTokens, top: number, bottom: number): FormField[] {
  const block = new FieldBlock(tokens, top, bottom);
  return block.read();
}

class FieldBlock {
  readonly #cells: Token[] = [];
  /** Labels and values that are found. */
  readonly #taken = new Set<Token>();
  readonly #fields: FormField[] = [];

  constructor(
    readonly tokens: SheetTokens,
    top: number,
    readonly bottom: number,
  ) {
    for (let row = top; row <= bottom; row++) this.#cells.push(...tokens.row(row));
  }

  read(): FormField[] {
    for (const cell of this.#cells) if (hasBoth(cell)) this.#take(cell, cell);
    for (const cell of this.#cells) if (this.#isLabel(cell)) this.#readBeside(cell);
    for (const cell of this.#cells) this.#readBelow(cell);
    for (const cell of this.#cells) if (this.#isInLine(cell)) this.#readBeside(cell, true);
    for (const cell of this.#cells) this.#readBlank(cell);
    return this.#fields.sort((a, b) => a.label.row - b.label.row || a.label.column - b.label.column);
  }

  #readBeside(label: Token, isInLine = false): void {
    const value = this.#next(label);
    const farthest = isMarked(label.text) ? maxDistanceMarked : maxDistance;
    if (this.#taken.has(label) || !value || value.column - label.end > farthest) return;
    if (this.#isAddressee(label) || (!isInLine && this.#isLabelBeside(label, value))) return;
    this.#take(label, value, this.#linesBelow(value, label));
  }

  /** Labels side by side have their values below them; one alone with a colon has the lines below it. */
  #readBelow(label: Token): void {
    const isTitle =
      !isMarked(label.text) &&
      this.tokens.row(label.row).length < 2 &&
      this.tokens.row(label.bottom + 1).length > 1;
    if (isTitle || this.#taken.has(label) || !this.#isLabel(label)) return;
    const value = this.#below(label);
    if (!value || this.#taken.has(value) || this.#isLabel(value)) return;
    const isPlaced =
      isMarked(label.text) || !this.tokens.looksLike(label, value) || this.#isAmongLabels(label);
    if (isPlaced) this.#take(label, value, isMarked(label.text) ? this.#linesBelow(value) : []);
  }

  /** Whether usual names of fields are beside a label, and nothing else. */
  #isAmongLabels({ row }: Token): boolean {
    const cells = this.tokens.row(row);
    return cells.length > 1 && cells.every(({ text }) => isUsual(text));
  }

  /** A label with a colon that nothing follows has a blank value, beside it or in its own cell. */
  #readBlank(label: Token): void {
    if (this.#taken.has(label) || !isMarked(label.text)) return;
    const { grid } = this.tokens;
    const beside = { row: label.row, column: label.end + 1 };
    const isFree = beside.column < grid.columnCount && grid.isEmpty(beside.row, beside.column);
    this.#add(label, isFree ? beside : label);
  }

  #take(label: Token, value: Token, lines: readonly Token[] = []): void {
    for (const one of [label, value, ...lines]) this.#taken.add(one);
    this.#add(label, value, lines);
  }

  #add(label: Token, { row, column }: Pick<Token, 'row' | 'column'>, lines: readonly Token[] = []): void {
    this.#fields.push({
      label: { row: label.row, column: label.column },
      value: { row, column },
      ...(lines.length > 0 && { lines: lines.map((line) => ({ row: line.row, column: line.column })) }),
    });
  }

  /** Whether a cell says itself that it is a label: by a colon, a usual name, or its looks beside its value. */
  #isLabel(cell: Token): boolean {
    if (!mayBeLabel(cell)) return false;
    if (isMarked(cell.text) || isUsual(cell.text)) return true;
    const next = this.#next(cell);
    if (next && isFigure(next) && saysTotal(cell.text)) return true;
    return next !== undefined && this.tokens.isSetOff(cell) && !this.tokens.isSetOff(next);
  }

  /** A label with a colon above two lines of words, such as the name and street of whom a letter is for. */
  #isAddressee(label: Token): boolean {
    if (!isMarked(label.text)) return false;
    const first = this.#below(label);
    const second = first && this.#below(first);
    return [first, second].every(
      (line) => line && !isFigure(line) && !this.#isLabel(line) && this.#next(line)?.column === undefined,
    );
  }

  /** Whether what stands beside a label is one itself. */
  #isLabelBeside(label: Token, value: Token): boolean {
    if (isMarked(value.text) || hasBoth(value)) return true;
    const isNamed = isUsual(value.text);
    if (isNamed && !isMarked(label.text) && !isUsual(label.text)) return true;
    if (isNamed && this.#next(value)) return true;
    return isNamed && this.tokens.looksLike(label, value);
  }

  /** Whether labels with values in the same columns are right above or below. */
  #isInLine(cell: Token): boolean {
    const value = this.#next(cell);
    return (
      value !== undefined &&
      mayBeLabel(cell) &&
      !this.#taken.has(value) &&
      this.#fields.some(
        (field) =>
          Math.abs(field.label.row - cell.row) <= 1 &&
          field.label.column === cell.column &&
          field.value.column === value.column &&
          field.value.row === field.label.row,
      )
    );
  }

  #next(cell: Token): Token | undefined {
    const next = this.tokens.reaching(cell.row).find(({ column }) => column > cell.end);
    return next && !this.#taken.has(next) ? next : undefined;
  }

  #below({ bottom, column }: Token): Token | undefined {
    return bottom < this.bottom
      ? this.tokens.row(bottom + 1).find((one) => one.column === column && !this.#taken.has(one))
      : undefined;
  }

  /** Further lines of a value, where nothing is beside them. */
  #linesBelow(value: Token, label?: Token): Token[] {
    const lines: Token[] = [];
    let line = this.#below(value);
    while (line && lines.length < maxLines && this.#isLine(line, label)) {
      lines.push(line);
      line = this.#below(line);
    }
    return lines;
  }

  #isLine(line: Token, label: Token | undefined): boolean {
    if (isFigure(line) || hasBoth(line) || this.#isLabel(line)) return false;
    const before = this.tokens.reaching(line.row).findLast(({ end }) => end < line.column);
    return !label || before === undefined || before === label;
  }
}

/** Further names of usual fields, of which some are columns of lists as well. */
const fieldNames =
  /^(?:nombre|direcci[oó]n|tel[eé]fono|cif|nif|fecha(?: .*)?|cliente|empresa|nom|pr[eé]nom|adresse|t[eé]l[eé]phone|n[°º].*|date .*|objet|r[eé]f[eé]rence|kunde|name|datum|rechnungs?-?(?:nr\.?|nummer|datum)|kunden-?(?:nr\.?|nummer)|projekt|ansprechpartner|échéance|numéro (?:de|du) .*|date (?:de|du) .*|stra(?:ß|ss)e|ort|telefon|betreff|abteilung|mitarbeiter|personal(?:nr\.?|nummer)|monat|zeitraum|議題|議事|日時|場所|出席者|欠席者|作成日時?|修正日|更新日|作成者|更新者|改訂[日者]|スタッフ名|社員(?:名|番号)|業務内容|作業内容|勤務先|対象期間|税込合計|ご?請求金額|お支払期限|有効期限|登録番号|エリア|(?:論理|物理|システム|テーブル|画面|機能)(?:名称?|ID).*|内容説明|概要)$/i;

/** Whether a text is the name of a usual field of a document. */
export const isUsual = (text: string) =>
  namesUsualField(text) ||
  fieldNames.test(
    text
      .normalize('NFKC')
      .replace(/\s*:$/, '')
      .replaceAll(/(?<=\p{Lo})\s+(?=\p{Lo})/gu, '')
      .trim(),
  );

/** Whether a label ends in a colon. */
export const isMarked = (text: string) => /[:：]$/.test(text) && text.length <= longestLabel;

const hasBoth = (cell: Token) =>
  !isFigure(cell) && readsAsField(cell.text) && !/^(?:https?|※)/i.test(cell.text);

const mayBeLabel = (cell: Token) =>
  !isFigure(cell) &&
  cell.text.length <= longestLabel &&
  !readsAsDate(cell.text) &&
  /\p{L}/u.test(cell.text) &&
  !/[。!?]$|\s\S+\s\S+\s.*\.$/.test(cell.text);
