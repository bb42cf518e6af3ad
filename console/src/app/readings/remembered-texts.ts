import type { FileReading } from '@workbook-data-service/client/api';
import { messages } from '../../text/text.js';

type Afresh = NonNullable<FileReading['afresh']>;
type Refusal = NonNullable<NonNullable<FileReading['target']>['refused']>;

const afreshReasons: Record<Afresh, string> = {
  cells_lost: 'cells would have been in no table',
  totals_disagree: 'totals would not have agreed',
  unfit: 'what was decided there does not fit',
};
const afreshReasonsInJapanese: Record<Afresh, string> = {
  cells_lost: '同じように読み取ると、どの表にも入らないセルが出る',
  totals_disagree: '同じように読み取ると、合計が一致しない',
  unfit: '決めた内容が当てはまらない',
};

const refusals: Record<Refusal, string> = {
  hidden_columns: 'it has columns that you may not see',
  computed_columns: 'it has computed columns',
  derived_table: 'it is a derived table',
  several_tables: 'the sheet has several tables',
  unfit_values: 'values do not fit its columns',
  governed_workbook: 'the workbook has rules of governance',
  no_table: 'there is no such table',
  too_large: 'the file has too many rows',
};
const refusalsInJapanese: Record<Refusal, string> = {
  hidden_columns: '閲覧権限のない列がある',
  computed_columns: '計算された列がある',
  derived_table: '派生表である',
  several_tables: 'シートに表が複数ある',
  unfit_values: '列に合わない値がある',
  governed_workbook: 'ワークブックにガバナンスのルールがある',
  no_table: 'その表がない',
  too_large: '行数が多すぎる',
};

/** In English clauses of one sentence, in Japanese sentences. */
export const rememberedTexts = messages(
  {
    whole: (clauses: string[]) => `${clauses.join('; ')}.`,
    readLike: (file: string) => `Read like ${file}`,
    afresh: (file: string, why: Afresh) => `Looks like ${file}, but was read afresh: ${afreshReasons[why]}`,
    column_added: (column: string) => `the column ${column} is new`,
    column_missing: (column: string) => `the column ${column} is missing`,
    column_moved: (column: string) => `the column ${column} is at another place`,
    column_renamed: (column: string, before: string) => `the column ${before} is called ${column} here`,
    column_retyped: (column: string, before: string) => `the column ${column} was of the type “${before}”`,
    table_added: (table: string) => `the table ${table} is new`,
    table_missing: (table: string) => `the table ${table} is missing`,
    sheet_missing: (sheet: string) => `the sheet ${sheet} is missing`,
    rows_outside: (table: string, rows: string) =>
      `rows below the end of ${table} are not in it, but may belong there: ${rows}`,
    levels_unsure: (table: string, rows: string) =>
      `rows of ${table} that may belong below another heading: ${rows}`,
    more: (count: string) => `other differences: ${count}`,
    appended: (table: string, added: string, removed: string) =>
      `rows added to ${table}: ${added}${removed === '0' ? '' : `, in place of ${removed} earlier ones`}`,
    replaced: (table: string) => `the file took the place of the one that ${table} came from`,
    refused: (table: string, why: Refusal) =>
      `its rows did not go to ${table}, because ${refusals[why]}; it has tables of its own`,
    rules: (rules: string) => `Rules of the workspace that decided something: ${rules}`,
    readAfresh: 'Read it afresh',
    readAfreshTitle: (file: string) => `Read ${file} afresh?`,
    readAfreshHint:
      'It is read as if no file like it had been corrected, and corrections of this file are lost. Tables stay as they are until you make them anew.',
    wasReadAfresh: 'Read afresh. Look through it, then make its tables.',
  },
  {
    whole: (sentences: string[]) => sentences.map((sentence) => `${sentence}。`).join(''),
    readLike: (file: string) => `${file} と同じように読み取りました`,
    afresh: (file: string, why: Afresh) =>
      `${file} に似ていますが、${afreshReasonsInJapanese[why]}ため、同じようには読み取りませんでした`,
    column_added: (column: string) => `列「${column}」が増えています`,
    column_missing: (column: string) => `列「${column}」がありません`,
    column_moved: (column: string) => `列「${column}」の位置が変わっています`,
    column_renamed: (column: string, before: string) =>
      `列「${before}」の名前が「${column}」に変わっています`,
    column_retyped: (column: string, before: string) =>
      `列「${column}」の型が変わっています（以前は${before}）`,
    table_added: (table: string) => `表「${table}」が増えています`,
    table_missing: (table: string) => `表「${table}」がありません`,
    sheet_missing: (sheet: string) => `シート「${sheet}」がありません`,
    rows_outside: (table: string, rows: string) =>
      `表「${table}」の終わりより下の ${rows} 行は、表に含まれていません`,
    levels_unsure: (table: string, rows: string) =>
      `表「${table}」の ${rows} 行は、別の見出しに属する可能性があります`,
    more: (count: string) => `ほかに ${count} か所の違いがあります`,
    appended: (table: string, added: string, removed: string) =>
      `表「${table}」に ${added} 行を追加しました${removed === '0' ? '' : `（以前の ${removed} 行と入れ替え）`}`,
    replaced: (table: string) => `表「${table}」の元のファイルを、このファイルに置き換えました`,
    refused: (table: string, why: Refusal) =>
      `${refusalsInJapanese[why]}ため、行は表「${table}」に入れず、新しい表を作成しました`,
    rules: (rules: string) => `適用されたワークスペースのルール: ${rules}`,
    readAfresh: '読み取り直す',
    readAfreshTitle: (file: string) => `${file} を読み取り直しますか？`,
    readAfreshHint:
      '同じ形のファイルの修正を使わずに、最初から読み取り直します。このファイルで行った修正は失われます。表は、作成し直すまで変わりません。',
    wasReadAfresh: '読み取り直しました。内容を確認してから、表を作成してください。',
  },
);
