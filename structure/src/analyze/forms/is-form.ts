import { type CellGrid, Kind } from '../../cell-grid.js';
import { opensWithTotal, readsAsDate, readsAsPeriod } from '../../lines/line-vocabulary.js';
import type { FormField } from '../../regions/region.js';
import { isMissingMark } from '../../values/read-number.js';

const minFields = 3;
/** `Requested by:` with a name, above `Approved by:` and `Date:`, is to be signed. */
const minValues = 2;
const longestLabel = 40;
/** The share of fields that have a value; labels that end in a colon show themselves what they are. */
const minFilled = 0.6;
const minFilledMarked = 0.3;
/** What the evidence for a form must weigh. */
const enough = 3;
/** From so many fields on, a form is less likely than a list. */
const manyFields = 25;

/** Where so many labels are the names of usual fields, the first is not the heading of the others. */
const mostlyNamed = 0.6;

/** The share of labels that must be the names of usual fields, with a blank column between the fields and without. */
const fewNamed = 0.25;
const someNamed = 0.4;

/** Above a table: more may be another one. */
const fewRows = 4;

type ValueKind = 'number' | 'date' | 'text';

interface ReadField extends FormField {
  name: string;
  text: string;
  /** Undefined without a value. */
  kind: ValueKind | undefined;
}

const fieldName =
  /^(?:(?:first|last|full|family|given|customer|company|contact|project|product|account|bank|file)?\s*name|customer|client|vendor|supplier|company|address|street|city|post ?code|zip(?: code)?|country|phone|tel|telephone|fax|mobile|e-?mail|contact|date|due(?: date)?|date of birth|birthday|order|order (?:no|number|date)|invoice(?: (?:no|number|date))?|quote (?:no|number)|po(?: number)?|no|number|id|department|dept|branch|division|position|title|subject|project|currency|terms|payment(?: terms)?|status|(?:.* )?(?:amount|rate|price|date|no\.?|number)|(?:ship|bill|sold|deliver) to|carrier|attention|organi[sz]ation|school|team|event|site|reference|ref|quantity|months|years|device|serial|model|operator|location|venue|supervisor|foreman|version|author|owner|(?:prepared|requested|approved) by|employee|manager|period|delivery|remarks?|notes?|purpose|reason|drawn(?: by)?|checked(?: by)?|drawing|scale|rev(?:ision)?\.?|氏名|お?名前|ふりがな|フリガナ|会社名|貴社名|社名|顧客名?|取引先名?|宛先|住所|所在地|郵便番号|電話(?:番号)?|tel|fax|携帯|メール(?:アドレス)?|生年月日|性別|年齢|日付|申請者|承認者?|作成者|申請日|提出日|発行日|作成日|請求日|見積日|納期|納品日|支払期限|支払条件|有効期限|.*番号|件名|(?:試験|検査|測定|採取|採水|点検|記入|記録|調査|確認|施工|実施|開催|報告|受付|製造|作業|管理|購入|出荷)(?:年月日|日時?|者|員|場所)|品[名番]|型[式番]|機種名?|ロット|lot|batch|図名|図番|尺度|縮尺|製図|検図|設計|作成|案件名?|工事名|現場名|工期|消費税額?|会場|団体名|代表者(?:名|氏名)?|責任者|連絡先|申込[者日]|届出[者日]|[使利]用者名?|(?:使用|利用|申請|出張|購入)(?:目的|理由)|学校名|部署名?|所属|役職|担当者?名?|支店名?|通貨|状況|目的|理由|備考|振込先|銀行名?|口座.*|.*金額|数量(?:合計)?|期間|勤務地|.*年月|基本給|.*(?:手当|保険|年金|控除|支給額?|支給合計))$/i;
const remark = /^(?:[※*]|[(（]?注[\d)）:：]|[(（]?(?:notes?|sources?|資料|出典)[)）]?\s*[:：])/i;
/** Headings of a list of properties, which stays the list that it is. */
const listHeading =
  /^(?:items?|fields?|key|name|property|parameter|setting|code|metric|measure|category|項目名?|名称|コード|区分|品名|種別|指標|設定)$/i;
const listValueHeading =
  /^(?:values?|amount|description|count|number|total|content|名称|内容|値|金額|数量|件数|人数|説明|意味)$/i;

/**
 * Whether labels with values beside them are the fields of one thing, and not the rows of a list; `bonus` is what
 * the place of the labels adds to the evidence.
 */
export function isForm(grid: CellGrid, fields: readonly FormField[], bonus: number): boolean {
  const read = fields.map((field) => readField(grid, field));
  return (
    mayBeForm(grid, read) && !isHeadedList(grid, read) && evidence(grid, read, bonus > 0) + bonus >= enough
  );
}

/** Of forms beside each other, each under a heading of its own, one shows what all are. */
export function areForms(grid: CellGrid, forms: readonly (readonly FormField[])[], bonus: number): boolean {
  const read = forms.map((fields) => fields.map((field) => readField(grid, field)));
  return (
    read.every((fields) => mayBeForm(grid, fields)) &&
    !isHeadedList(grid, read.flat()) &&
    read.some((fields) => evidence(grid, fields, bonus > 0) + bonus >= enough)
  );
}

/** Whether every label is the name of a usual field, or most end in a colon. */
export function areFields(grid: CellGrid, fields: readonly FormField[]): boolean {
  const read = fields.map((field) => readField(grid, field));
  return read.every(({ label }) => isLabel(grid, label)) && (shareNamed(read) === 1 || areMarked(grid, read));
}

/** Whether any label is the name of a usual field or ends in a colon. */
export function nameFields(grid: CellGrid, fields: readonly FormField[]): boolean {
  const read = fields.map((field) => readField(grid, field));
  return shareNamed(read) > 0 || areMarked(grid, read);
}

/** Whether every label, and no value, is the name of a usual field or ends in a colon: else they may name the columns of a table. */
export function areNamedFields(grid: CellGrid, fields: readonly FormField[]): boolean {
  const read = fields.map((field) => readField(grid, field));
  return (
    read.every(({ label, kind }) => isLabel(grid, label) && kind !== undefined) &&
    (shareNamed(read) === 1 || areMarked(grid, read)) &&
    !read.some(({ text }) => fieldName.test(text.normalize('NFKC')) || /[:：]$/.test(text))
  );
}

function mayBeForm(grid: CellGrid, fields: readonly ReadField[]): boolean {
  if (fields.length < minFields || !fields.every(({ label }) => isLabel(grid, label))) return false;
  // A value of several lines has one label.
  const names = [...new Map(fields.map(({ label, name }) => [label, name.toLowerCase()])).values()];
  if (new Set(names).size < names.length || names.includes('') || areSeries(names)) return false;
  if (fields.some(({ text }) => /[:：]$/.test(text))) return false;
  const filled = filledOf(fields).length;
  return (
    filled >= minValues && filled >= (areMarked(grid, fields) ? minFilledMarked : minFilled) * fields.length
  );
}

/** Whether a label is the name of a usual field, however its characters are spread. */
export const namesUsualField = (label: string) =>
  fieldName.test(
    label
      .normalize('NFKC')
      .replace(/\s*:\s*$/, '')
      .replaceAll(/(?<=[\p{Lo}])\s+(?=[\p{Lo}])/gu, '')
      .trim(),
  );

/** The share of labels that are the names of usual fields. */
const shareNamed = (fields: readonly ReadField[]) =>
  fields.filter(({ name }) => fieldName.test(name.normalize('NFKC'))).length / fields.length;

/** Whether labels end in a colon. */
const areMarked = (grid: CellGrid, fields: readonly ReadField[]) =>
  fields.filter(({ label }) => /[:：]\s*$/.test(grid.text(label.row, label.column))).length >=
  0.7 * fields.length;

const filledOf = (fields: readonly ReadField[]) => fields.filter(({ kind }) => kind !== undefined);

/** `Section 1`, `Section 2`, …: rows of a list. */
const areSeries = (names: readonly string[]) =>
  new Set(names.map((name) => name.replaceAll(/\d+/g, '0'))).size < 0.6 * names.length;

function readField(grid: CellGrid, { label, value }: FormField): ReadField {
  const name = grid
    .text(label.row, label.column)
    .replace(/\s*[:：]\s*$/, '')
    .trim();
  const text = grid.text(value.row, value.column).trim();
  return { label, value, name, text, kind: kindOf(grid, value, text) };
}

function kindOf(grid: CellGrid, { row, column }: FormField['value'], text: string): ValueKind | undefined {
  const kind = grid.kind(row, column);
  if (kind === Kind.empty || isMissingMark(text)) return undefined;
  if (kind === Kind.date || readsAsDate(text)) return 'date';
  return kind === Kind.number && !/^0\d/.test(text) ? 'number' : 'text';
}

function isLabel(grid: CellGrid, { row, column }: FormField['label']): boolean {
  const text = grid.text(row, column).trim();
  return (
    grid.kind(row, column) === Kind.text &&
    text.length <= longestLabel &&
    !readsAsDate(text) &&
    !readsAsPeriod(text) &&
    !remark.test(text)
  );
}

/** A first row that names the columns: it looks different from the rows below, or only they have numbers. */
function isHeadedList(grid: CellGrid, fields: readonly ReadField[]): boolean {
  if (shareNamed(fields) >= mostlyNamed || areMarked(grid, fields)) return false;
  const columns = [...new Set(fields.map(({ value }) => value.column))];
  return columns.every((column) => {
    const [first, ...others] = fields.filter(({ value }) => value.column === column);
    if (!first || others.length === 0) return false;
    if (listHeading.test(first.name) && listValueHeading.test(first.text)) return true;
    const kinds = new Set(others.filter(({ name }) => !opensWithTotal(name)).map(({ kind }) => kind));
    kinds.delete(undefined);
    if (first.kind === 'text' && kinds.size === 1 && !kinds.has('text')) return !isSetOffFrom(grid, others);
    const looks = (one: ReadField) => [isSetOff(grid, one.label), isSetOff(grid, one.value)];
    return looks(first).every(Boolean) && others.every((other) => !looks(other).every(Boolean));
  });
}

function evidence(grid: CellGrid, fields: readonly ReadField[], isPlaced: boolean): number {
  const filled = filledOf(fields);
  const counts = (['text', 'number', 'date'] as const)
    .map((kind) => filled.filter((field) => field.kind === kind).length)
    .filter((count) => count > 0);
  const others = minority(filled);
  const texts = filled.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  const written = filled.map(({ text }) => text);
  const named = shareNamed(fields);
  const isMarked = areMarked(grid, fields);
  const isBeside = new Set(fields.map(({ value }) => value.column)).size > 1;
  const isDated =
    isBeside &&
    (beginApartWithDate(fields) || beginWithOddValue(fields) || (isPlaced && areFewWithDates(fields)));
  // The columns of a table may alternate too.
  const isNamed = named >= (areApart(fields) && !haveAmountsBelowNames(fields) ? fewNamed : someNamed);
  if (isBeside && !isMarked && !isNamed && !isDated && !isSetOffFrom(grid, fields)) return 0;
  return (
    (isMarked ? 3 : 0) +
    (isDated ? 2 : 0) +
    Math.min(2, others) +
    (named === 1 ? 3 : named >= someNamed ? 2 : named >= fewNamed ? 1 : 0) +
    (named >= someNamed && filled.some(({ kind }) => kind === 'date') ? 1 : 0) +
    (isSetOffFrom(grid, fields) ? 1 : 0) +
    (areUnlike(texts, texts.length / 2) || areUnlike(written, written.length - 1) ? 1 : 0) +
    (counts.length === 1 && texts.length === 0 ? (areAlike(grid, filled) ? -3 : 0) : 0) +
    (new Set(texts).size < 0.7 * texts.length ? -1 : 0) +
    (fields.length > manyFields ? -2 : 0)
  );
}

/** `Measured on | 2026-10-08 | | Weather | sunny`: headers of tables beside each other seldom are dates. */
function beginApartWithDate(fields: readonly ReadField[]): boolean {
  const top = Math.min(...fields.map(({ label }) => label.row));
  const first = fields.filter(({ label }) => label.row === top);
  return (
    first.some(({ kind }) => kind === 'date') &&
    first.every(({ label }, at) => at === 0 || label.column - (first[at - 1]?.value.column ?? 0) > 1)
  );
}

/** Whether a blank column is between a value and the next label. */
function areApart(fields: readonly ReadField[]): boolean {
  const values = [...new Set(fields.map(({ value }) => value.column))];
  const labels = new Set(fields.map(({ label }) => label.column));
  return values.every((column) => !labels.has(column + 1));
}

/** Whether a column of values has a text over nothing but numbers. */
function haveAmountsBelowNames(fields: readonly ReadField[]): boolean {
  return fields.some(({ value, kind }) => {
    const [first, ...others] = fields.filter((other) => other.value.column === value.column);
    return kind === 'number' && first?.kind === 'text' && others.every((other) => other.kind === 'number');
  });
}

/** `Sample | W-22 | Taken | 2025-04-02` over `Analyst | Sorel | Received | 2025-04-03`: a few rows above a table without a header. */
function areFewWithDates(fields: readonly ReadField[]): boolean {
  const rows = new Set(fields.map(({ label }) => label.row));
  const [top] = rows;
  return (
    rows.size <= fewRows &&
    fields.some(({ label, kind }) => label.row === top && kind === 'date') &&
    fields.some(({ kind }) => kind === 'text')
  );
}

/** `Dish | Soup | Portions | 12` over `Allergens | milk | Time | 40 min`: no header has a number, and no column such values. */
function beginWithOddValue(fields: readonly ReadField[]): boolean {
  const top = Math.min(...fields.map(({ label }) => label.row));
  return fields.some(
    ({ label, value, kind, text }) =>
      label.row === top &&
      (kind === 'date' || (kind === 'number' && !readsAsPeriod(text))) &&
      fields.some((other) => other.value.column === value.column && other.kind === 'text'),
  );
}

/** How many values are not of the most frequent kind, not counting what may be a header and a total. */
function minority(fields: readonly ReadField[]): number {
  const inner = fields.filter(
    ({ name, value, kind }, at) =>
      !opensWithTotal(name) &&
      (kind !== 'text' || fields.findIndex((other) => other.value.column === value.column) < at),
  );
  const kinds = inner.map(({ kind }) => kind);
  return Math.min(...kinds.map((one) => kinds.filter((kind) => kind !== one).length), kinds.length);
}

/** Whether numbers are all whole, or all not. */
function areAlike(grid: CellGrid, fields: readonly ReadField[]): boolean {
  const whole = fields.filter(({ value }) => Number.isInteger(grid.number(value.row, value.column))).length;
  return whole === 0 || whole === fields.length;
}

/** Whether labels look different from their values. */
const isSetOffFrom = (grid: CellGrid, fields: readonly ReadField[]) =>
  fields.every(({ label, value }) => isSetOff(grid, label) && !isSetOff(grid, value));

function isSetOff(grid: CellGrid, { row, column }: FormField['label']): boolean {
  const { bold, fill } = grid.style(row, column);
  return bold || fill !== null;
}

/** Whether more than so many of three texts or more are each written in a way of their own. */
const areUnlike = (texts: readonly string[], most: number) =>
  texts.length > 2 && new Set(texts.map(shapeOf)).size > most;

/** How a text is written: words, digits, marks. */
const shapeOf = (text: string) =>
  text
    .replaceAll(/\p{Nd}+/gu, '0')
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a')
    .replaceAll(/\p{Lo}+/gu, '字');
