import type { MessageParams } from '@workbook-data-service/client/messages';
import { type InJapanese, typed } from './japanese-words.js';

const wholeReasons = {
  large: 'セルが多く一つずつ調べられないため、全体を一つの表とみなします。',
  pieces: '細かく分かれすぎているため、全体を一つの表とみなします。',
  graph_paper: '方眼紙のようにセルが結合されていて、列からは値のまとまりが分かりません。',
  unsure: '確かな読み取り方がないため、セルをシートのままにしています。',
  asked: '指定どおり、シートのままにしています。',
};

const expectedOfModel: Record<MessageParams['model-value']['expected'], string> = {
  object: 'オブジェクト',
  list: '一覧',
  text: '長すぎない文字列',
  boolean: ' true か false ',
  number: '整数',
  range: ' A10:F15 のようなセル範囲',
  cell: ' D3 のようなセル',
  column: '列の文字',
  rows: ' 5 や "12-20" のような行番号',
};

const rowRoles = { header: '列の名前', group: '見出し', derived: '合計', data: '明細' };

/** What headers are, where their kind has a Japanese name. */
const headerKinds: Record<string, string> = {
  numbers: '数値',
  'short codes': '短いコード',
  months: '月',
  years: '年',
  quarters: '四半期',
  dates: '日付',
  days: '日',
  weeks: '週',
  weekdays: '曜日',
  colours: '色',
  sexes: '性別',
  currencies: '通貨',
  directions: '方角',
  seasons: '季節',
  countries: '国',
  continents: '大陸',
  'school years': '学年',
  'school subjects': '科目',
  'plan and actual': '計画と実績',
  'sides of a match': 'ホームとアウェイ',
  'levels of agreement': '賛否の段階',
};

type NameSpan = MessageParams['offer-stack']['columns'];

const named = ({ shown, last }: NameSpan) => {
  const names = shown.map((name) => `「${name}」`).join('');
  return last === null ? names : `${names}…「${last}」`;
};

function traitText({ how, what }: MessageParams['offer-stack']['trait']): string {
  switch (how) {
    case 'are':
      return `見出しが${headerKinds[what] ?? ` ${what} `}です`;
    case 'pattern':
      return `見出しが「${what}」の形です`;
    case 'start':
      return `見出しが「${what}」で始まります`;
    case 'end':
      return `見出しが「${what}」で終わります`;
    case 'values':
      return '隣り合う列の値が似ています';
  }
}

const firstOf = (count: number, cell: string) => (count === 1 ? cell : `最初は ${cell}`);

const specRows: Record<string, string> = {
  header_rows: '見出しの行',
  'row_roles/group': 'グループ名の行',
  'row_roles/derived': '計算された行',
  'row_roles/note': '注記の行',
  'row_roles/skip': '除外する行',
};

const specParts = {
  suggestion: '提案',
  question: '質問',
  reading: '読み取り方',
  region: '領域',
  'region or column': '領域か列',
};

/** Why a region is read as it is, what is doubtful about it, what is asked, and what else could be made of it. */
export const japaneseReadings = {
  'reading-flat': () => '1 行が 1 件の記録です。',
  'reading-crosstab': () => '期間が列方向に並んでいるため、行に変換します。',
  'reading-form': () => '項目名の横に値があるため、1 行にまとめます。',
  'reading-report': () => '行に階層や合計があるため、階層ごとに分けます。',
  'reading-header-rows': ({ rows }) => `データの上の ${rows} 行が列の名前です。`,
  'reading-label-rows': ({ rows }) => `${rows} 行は、下の行の見出しだけの行です。`,
  'reading-computed-rows': ({ rows }) => `${rows} 行は、合計など、ほかの行から計算された行です。`,
  'reading-blanks-below': () => '見出しの下の空白は、同じ見出しを表します。',
  'reading-borders': () => '中央の見出しがどの行のものかは、罫線で分かります。',
  'reading-title': () => '表の上にあり、表の一部ではありません。',
  'reading-note': () => '表の横か下にある注記です。',
  'reading-corrected': () => '人が修正しました。',
  'reading-remembered': () => '以前に人が修正した、同じ形のシートと同じように読み取りました。',
  'rule-ignore-sheet': ({ pattern }) => `「${pattern}」という名前のシートは読み取りません。`,
  'rule-missing': ({ texts }) =>
    `${texts.map((text) => `「${text}」`).join('')}と書かれたセルは値なしとします。`,
  'rule-decimal-comma': () => '文字で書かれた数値では、カンマを小数点とします（1.234,50 は 1234.5）。',
  'rule-day-first': () => '文字で書かれた日付は、日・月・年の順に読み取ります（03/04/2026 は 4 月 3 日）。',
  'rule-fiscal-year': ({ month }) => `年度の見出しの下では、${month} 月より前の月を翌年の月とします。`,
  'rule-total': ({ words }) =>
    `ラベルが${words.map((word) => `「${word}」`).join('')}で始まる行を合計とします。`,
  'rule-periods-wide': () => '期間は列のままにします。',
  'rule-one-table': () => '帳票は、階層があっても一つの表にします。',
  'rule-header-rows': ({ rows, pattern }) =>
    `${pattern === '*' ? '' : `「${pattern}」という名前のシートでは、`}最初の表の先頭 ${rows} 行を見出しとします。`,
  'rule-english-names': () =>
    '表の名前を英語の語で区別します（_level1、_level1_computed、_computed、_accounts、_notes）。',
  'sheet-ignored': ({ line }) => `ルール「${line}」により読み取りませんでした。`,
  taken_whole: ({ why }) => wholeReasons[why],
  no_header: () => '見出しの行がないため、列の名前は A、B などの列記号になります。',
  shared_header: () => '上の表の見出しが列の名前になります。',
  header_of_two_rows: () => '見出しは 2 行です。',
  deep_header: ({ rows }) => `見出しは ${rows} 行です。`,
  header_like_a_record: () => '列の名前が、下の値と同じようなコードです。',
  unmarked_names: () => '見出しとデータの行は、位置でしか見分けられません。',
  header_between_rows: ({ rows }) => `行の間に、見出しの行がさらに ${rows} 行あります。`,
  column_without_a_name: ({ columns }) => `名前のない列が ${columns} 列あります。`,
  repeated_name: () => '同じ名前の列があります。二つの表かもしれません。',
  number_as_name: () => '列の名前が数値です。',
  sentence_as_name: () => '最初の列の名前が文章です。表の横に書かれた文かもしれません。',
  one_column: () => '列が一つだけです。',
  many_columns: ({ columns }) => `列が ${columns} 列あります。`,
  few_rows: () => '行が 2 行未満です。',
  words_only: () => '数値の列がなく、見出しとデータの行の区別がつきにくい表です。',
  header_like_row: ({ row }) => `${row} 行目は、ほかの行なら数値のところが文字です。`,
  lone_cell: () => 'セルが一つだけの行があります。',
  total_among_rows: () => '「合計」とある行が、計算上は合計ではありません。',
  row_without_a_label: ({ row }) => `${row} 行目は、最初の列に見出しがありません。`,
  mixed_column: () => '種類の異なるセルが混ざった列があります。',
  unreadable_number: ({ cells, more, column }) => {
    const shown = cells.map(({ cell, text }) => `${cell}「${text}」`).join('、');
    const what = `数値の中の ${shown}${more > 0 ? ` ほか ${more} セル` : ''} を読み取れません。`;
    return column === null
      ? `${what}空欄にし、文字は注記に残します。`
      : `${what}そのため、列「${column}」は文字列になります。`;
  },
  bold_rows: () => '見出しや合計のような太字の行があります。',
  indented_rows: () => '階層がないのに、字下げされた見出しがあります。',
  formula_without_result: () => '結果が保存されていない数式があります。',
  unlikely_row: ({ row, role }) => `${row} 行目は、${rowRoles[role]}のようには見えません。`,
  doubtful_row: ({ row, role }) => `${row} 行目は、${rowRoles[role]}ではないかもしれません。`,
  sum_among_rows: ({ row }) => `${row} 行目は下の行の合計ですが、明細とみなしています。`,
  periods: () => '期間が列方向に並んでいます。',
  scattered_periods: () => '期間の列の間に、ほかの列があります。',
  values_beside_periods: () => '期間の列の横に、ほかの値があります。',
  levels: () => '行に階層や合計があります。',
  few_below_a_heading: () => '見出しの下にある行が、わずかしかありません。',
  groups: () => '行の間に見出しがあります。',
  one_heading: ({ row }) => `見出しは ${row} 行目だけで、タイトルかもしれません。`,
  computed_rows: () => 'ほかの行から計算された行があります。',
  filled_down: () => '空白は、上の見出しと同じとみなします。',
  blank_row_inside: () => '途中に空の行があります。',
  blank_column_inside: () => '途中に、見出しも値もない列があります。',
  cells_left_out: ({ row }) => `すぐ下の ${row} 行目を注記とみなしましたが、複数のセルがあります。`,
  better_reading: () => 'シートを別の方法で読み取るほうが、セルによく合います。',
  another_table: () => 'シートにほかの表があります。',
  many_tables: ({ tables }) => `シートに ${tables} 個の表があります。`,
  table_like_notes: () => 'タイトルや注記の中に、表の行のようなものがあります。',
  'ask-periods': () => '期間ごとに 1 行にしますか？',
  'ask-levels': () => '帳票の階層ごとに表を分けますか？',
  'ask-first-header': ({ row }) => `見出しの行がありません。${row} 行目は列の名前ですか？`,
  'ask-own-header': ({ header, row }) =>
    `上の表の見出し（${header} 行目）を列の名前にしています。${row} 行目が列の名前ですか？`,
  'ask-header-part': ({ row }) => `${row} 行目は見出しの一部ですか？`,
  'ask-header': ({ row }) => `${row} 行目は列の名前ですか？`,
  'ask-table': ({ row }) => `${row} 行目から別の表が始まりますか？`,
  'ask-graph-paper': () => 'シートが方眼紙のように作られています。表を探しますか？',
  'alternative-found': () => 'シートから見つかった表にします。',
  'alternative-model': () => '言語モデルの読み取りに従います。',
  'alternative-without-model': () => '言語モデルを使わない読み取りに従います。',
  'alternative-as-in-sheet': () => 'セルをシートのままにします。',
  'alternative-table-as-in-sheet': () => '表のセルをシートのままにします。',
  'alternative-no-header': () => '列の名前の行はないものとします。',
  'alternative-header-rows': ({ rows }) => `最初の ${rows} 行を列の名前にします。`,
  'alternative-title-rows': ({ rows }) => `見出しの最初の ${rows} 行を表題にします。`,
  'alternative-table': ({ row }) => `${row} 行目から別の表が始まります。`,
  'alternative-tables': () => '方眼紙のようなシートですが、表を探します。',
  'alternative-other-tables': () => '表の範囲を別の行や列で区切ります。',
  'alternative-document': () => '明細の表とその周りの項目からなる書類として読みます。',
  'alternative-joined': () => '上下に並ぶ表を一つの表にまとめます。',
  'alternative-record-rows': ({ rows }) => `${rows} 行ごとに 1 件のレコードにします。`,
  'alternative-notes-below': ({ row }) => `${row} 行目以降は表に含めません。`,
  'alternative-no-groups': () => '見出しに見える行もレコードにします。',
  'alternative-no-totals': () => '合計に見える行もレコードにします。',
  'alternative-named-totals': () => '合計という名前の行だけを合計にします。',
  'alternative-closing-totals': () => '最後の行を合計にします。',
  'alternative-list': () => '階層やグループのない一覧にします。',
  'alternative-list-of-all': () => 'すべての行がレコードの一覧にします。',
  'alternative-periods-across': () => '期間を列のままにします。',
  'alternative-levels-together': () => 'すべての階層の行を一つの表にまとめます。',
  'alternative-texts': () => '表ではなく、文章とします。',
  'offer-stack': ({ columns, trait }) =>
    `${named(columns)}: ${traitText(trait)}。これらの列を行に変換します。`,
  'offer-wide-to-long': ({ variables, labels }) =>
    `${named(variables)}が${named(labels)}ごとに繰り返されています。${named(labels)}のそれぞれを 1 行にします。`,
  'offer-subtitle': ({ column, rows, leads }) =>
    `「${column}」では、${leads ? '最初の行を含む ' : ''}${rows} 行が見出しだけです。その見出しを下の行に付けます。`,
  'offer-fill': ({ first, last, rows, groups }) =>
    `「${first}」から「${last}」では、${rows} 行が空白で、上の ${groups} 行に見出しがあります。空白を上の見出しで埋めます。`,
  'offer-transpose': ({ column }) =>
    `値は列方向より行方向に揃っています。行と列を入れ替え、「${column}」を列の名前にします。`,
  'offer-records-by-names': ({ names, lines }) =>
    `${names.join('、')} が ${lines} 行ごとに繰り返されています。${lines} 行を 1 行にまとめます。`,
  'offer-records-by-shape': ({ lines }) =>
    `${lines} 行ごとに似た行が続きます。${lines} 行を 1 行にまとめます。`,
  'offer-explode': ({ percent, column, delimiter }) =>
    `「${column}」のセルの ${percent}% が、${delimiter === '\n' ? '改行' : `「${delimiter}」`}で区切られた一覧です。区切りごとに 1 行にします。`,
  'cells-left-out': () => 'どの領域にも含まれないセルです。',
  'spec-region-name': ({ why }) => `領域の名前が正しくありません（${why}）。`,
  'spec-range-missing': () => '新しい領域には、セル範囲の指定が必要です。',
  'spec-range-outside': ({ range, end }) => `${range} がシートの終わり（${end}）を越えています。`,
  'spec-row-outside': ({ row, range }) => `${row} 行目は ${range} の外です。`,
  'spec-row-twice': ({ row, role }) =>
    `${row} 行目は、すでに${specRows[role] ?? `「${role}」`}に含まれています。`,
  'spec-no-columns': () => '表には少なくとも一つの列が必要です。',
  'spec-header-columns': ({ columns, range }) => `${range} に ${columns} 列はありません。`,
  'spec-column-outside': ({ column, range }) => `列 ${column} は ${range} の外です。`,
  'spec-record-rows': ({ layout }) =>
    `${layout === 'form' ? 'フォーム' : '階層のある報告書'}では、1 件を複数の行にできません。`,
  'spec-line-outside': ({ line, rows }) => `1 件は ${rows} 行です。${line} 行目はありません。`,
  'spec-column-twice': ({ column }) => `列 ${column} が重複しています。`,
  'spec-extract': ({ column }) =>
    `取り出す値は数値です。列 ${column} は数値の型とし、期間の列にはできません。`,
  'spec-column-name': ({ why }) => `列の名前が正しくありません（${why}）。`,
  'spec-name-twice': ({ name }) => `名前「${name}」が重複しています。`,
  'spec-cell-missing': () => 'フォームの項目には、値のセルの指定が必要です。',
  'spec-cell-taken': () => 'この項目のセルは、すでに別の項目で使われています。',
  'spec-cell-outside': ({ range }) => `セルが ${range} の外です。`,
  'spec-step-column': ({ column }) => `形を変える対象の列 ${column} はありません。`,
  'spec-continues': ({ id }) =>
    `「${id}」には続けられません。続けられるのは、同じシートにある、ほかの表の続きではない表だけです。`,
  'spec-id-twice': ({ id }) => `ID「${id}」が重複しています。`,
  'spec-overlap': ({ range, other, region }) =>
    `${range} が、領域「${region}」の ${other} と重なっています。`,
  'spec-no-sheet': ({ sheet }) => `ファイルにシート「${sheet}」はありません。`,
  'spec-sheet-twice': ({ sheet }) => `シート「${sheet}」が重複しています。`,
  'spec-part-unknown': ({ what, id, known }) =>
    `${specParts[what]}「${id}」はありません（${known === '' ? '一つもありません' : `あるのは ${known}`}）。`,
  'spec-answer-first': ({ question, suggestion }) =>
    `「${question}」の回答で、提案「${suggestion}」の対象の表が変わります。回答の後に、提案が残っていれば選んでください。`,
  'spec-choice': ({ choice, choices }) => `「${choice}」は選択肢（${choices}）にありません。`,
  'spec-removed-and-given': ({ id }) => `「${id}」が、削除と指定の両方に含まれています。`,
  'spec-misfit': ({ cell, value, column, type }) =>
    `${cell}: 列「${column}」の「${value}」は${typed(type)}の値ではありません。`,
  'model-says': ({ words }) => `言語モデルの説明: ${words}`,
  'reading-by-model': () => '言語モデルが読み取りました。',
  'model-checked': ({ totals }) =>
    `検査済み: 表の値は一つも失われていません${totals === 0 ? '' : `。合計 ${totals} 件も一致しています`}。`,
  'model-agrees': () => '言語モデルも同じように読み取りました。',
  'model-better': () => '言語モデルの読み取りのほうがセルに合い、失われる値もありません。',
  'model-better-in-part': ({ tables }) =>
    `${tables} 個の表では、言語モデルの読み取りのほうがセルに合い、失われる値もありません。`,
  'model-fits-less': () => '言語モデルの読み取りで失われる値はありませんが、セルにはあまり合いません。',
  'model-unfit': ({ faults }) => `言語モデルの回答がシートに合いません（問題 ${faults} 件）。`,
  'model-too-long': ({ length, limit }) =>
    `回答が ${length} 文字あります。読み取るのは ${limit} 文字までです。`,
  'model-no-json': () => '言語モデルの回答を読み取れません。',
  'model-unknown-field': () => '言語モデルの回答に、知らない項目があります。',
  'model-value': ({ expected }) => `ここに必要なのは${expectedOfModel[expected]}です。`,
  'model-choice': ({ names }) => `ここには ${names} のいずれかが必要です。`,
  'model-too-many': ({ limit }) => `${limit} 個を超えています。`,
  'model-part-kind': () => '新しい部分には、table、form、note、title のうち一つだけが必要です。',
  'model-form-fields': () => 'フォームには項目（fields）が必要です。',
  'model-unasked': () => 'stack で列を行にできるのは、ワークスペースのルールが求めるときだけです。',
  'model-loop': ({ row }) => `${row} 行目が自分自身の下に入っています。`,
  'numbers-lost': ({ count, cell }) => `数値 ${count} 個が表から外れます（${firstOf(count, cell)}）。`,
  'dates-lost': ({ count, cell }) => `日付 ${count} 個が表から外れます（${firstOf(count, cell)}）。`,
  'records-lost': ({ count, cell }) => `データ ${count} 行が表から外れます（${firstOf(count, cell)}）。`,
  'cells-lost': ({ count, cell }) =>
    `セル ${count} 個がどの表にも入らなくなります（${firstOf(count, cell)}）。`,
  'numbers-as-texts': ({ count, cell }) =>
    `数値 ${count} 個が文字列として扱われます（${firstOf(count, cell)}）。`,
  'records-as-names': ({ count, cell }) =>
    `${count} 行が列の名前になりますが、下のデータと同じ見た目です（${firstOf(count, cell)}）。`,
  'names-as-records': ({ count, cell }) =>
    `${count} 行がデータになりますが、見出しと同じ見た目です（${firstOf(count, cell)}）。`,
  'name-misplaced': ({ name, heading }) =>
    `見出しが「${heading}」の列の名前が「${name}」になりますが、これは別の列の見出しです。`,
  'totals-broken': ({ count, cell }) =>
    `合計 ${count} 件が、足し合わせた値と一致しなくなります（${firstOf(count, cell)}）。`,
  'totals-among-records': ({ count, cell }) =>
    `合計 ${count} 件が、その内訳と並ぶデータになります（${firstOf(count, cell)}）。`,
  'records-among-totals': ({ count, cell }) =>
    `${count} 行が合計として扱われますが、何の合計でもありません（${firstOf(count, cell)}）。`,
  'totals-of-several-groups': ({ count, cell }) =>
    `合計 ${count} 件の内訳が、別々のグループに分かれます（${firstOf(count, cell)}）。`,
} satisfies Partial<InJapanese>;
