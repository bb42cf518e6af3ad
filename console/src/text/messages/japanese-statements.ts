import { grouped, type InJapanese } from './japanese-words.js';

const parameters = (names: readonly string[]) => names.map((name) => `$${name}`).join(', ');

/** Why a statement is refused, and what is wrong with its parameters. */
export const japaneseStatements = {
  'sql-statements': ({ count }) => `SQL に ${count} 個の文があります。一度に一つだけ実行できます。`,
  'sql-nul': () => 'SQL に使えない文字（NUL）があります。',
  'sql-too-long': ({ kilobytes }) => `SQL が ${kilobytes} KB を超えています。`,
  'sql-expands': () => 'CASE や名前付きウィンドウを展開すると、SQL が大きくなりすぎます。',
  'fix-sql-expands': () => 'CASE の対象をサブクエリで計算するか、名前付きウィンドウを減らしてください。',
  'sql-too-large': () => 'SQL 文が大きすぎます。',
  'sql-number': () => 'SQL 文に、範囲を超える数値があります。',
  'sql-only-select': () => '使えるのは SELECT 文だけです。',
  'fix-sql-only-select': () =>
    'SELECT 文を一つ書いてください。PIVOT では、列の値を IN の中に並べてください。',
  'sql-only-constants': () => '定数しか使えない所に、式があります。',
  'fix-sql-only-constants': () => 'PIVOT の IN の中と型の引数には、定数を書いてください。',
  'sql-nested': ({ max }) => `SQL 文の入れ子が ${max} 段を超えています。`,
  'sql-describes': () => 'DESCRIBE、SHOW、SUMMARIZE は使えません。',
  'fix-sql-describes': () => '列の一覧や列の概要は、表の画面で確認してください。',
  'sql-arrows': ({ max }) => `"->" の入れ子が ${max} 段を超えています。`,
  'fix-sql-arrows': () => "x ->> '$.a.b.c' のように一つのパスにするか、json_extract を使ってください。",
  'sql-session-value': ({ name }) => `「${name}」は SQL では使えません。`,
  'sql-stars': ({ max }) => `"*" と COLUMNS を使えるのは ${max} 回までです。`,
  'sql-macro-nested': ({ name }) => `${name} の入れ子が深すぎます。`,
  'sql-qualified': ({ table }) => `表「${table}」に、スキーマかデータベースの名前が付いています。`,
  'fix-sql-qualified': () => 'ワークブックの表は、スキーマやデータベースを付けずに書いてください。',
  'sql-reserved-table': ({ name }) => `「${name}」はワークブックの表ではありません。`,
  'sql-pivot-columns': ({ max }) => `PIVOT の結果が ${grouped(max)} 列を超えます。`,
  'sql-tables': ({ max }) => `SQL 文が使う表が ${grouped(max)} 個を超えています。`,
  'sql-grouping-sets': ({ max }) => `GROUP BY の組み合わせが ${grouped(max)} 個を超えています。`,
  'sql-reserved-name': ({ name }) => `「${name}」は共通表式の名前にできません。`,
  'sql-unavailable-syntax': () => '使えない構文があります。',
  'sql-unexpected-node': () => '使えない構文があります。',
  'sql-unavailable': ({ what }) => `この構文（${what}）は SQL では使えません。`,
  'sql-function': ({ name }) => `関数「${name}」は SQL では使えません。`,
  'sql-type': ({ name }) => `型「${name}」は SQL では使えません。`,
  'sql-function-form': ({ name }) => `${name} は ${name}(…) の形で書いてください。`,
  'sql-literal-width': ({ name, max }) =>
    `${name} の二番目の引数は、${grouped(max)} 以下の数値で書いてください。`,
  'sql-literal-format': ({ name }) => `${name} の最初の引数は、文字列で書いてください。`,
  'sql-format-width': ({ name }) => `${name} の書式の幅は、1000 未満の数値で書いてください。`,
  'sql-aggregate-name': ({ name }) => `${name} の二番目の引数は、集計関数の名前の文字列にしてください。`,
  'sql-series': ({ name, max }) =>
    `${name} で作れるリストは ${grouped(max)} 個までです。それより多いときは FROM で使ってください。`,
  'parameters-missing': ({ names }) => `パラメーター ${parameters(names)} に値がありません。`,
  'parameters-surplus': ({ names }) => `SQL 文に、パラメーター ${parameters(names)} はありません。`,
  'parameters-gaps': () => 'パラメーターは $1 から順に、番号を飛ばさずに付けてください。',
  'parameter-type': ({ name }) =>
    `パラメーター $${name} は、文字列、数値、真偽値、null のいずれかにしてください。`,
  'parameter-digits': ({ name, max }) =>
    `パラメーター $${name} が ${max} 桁を超えています。文字列として送ってください。`,
} satisfies Partial<InJapanese>;
