import { grouped, type InJapanese, typed } from './japanese-words.js';

const comparisons: Record<string, string> = { '<=': '以下', '>=': '以上', '<': '未満', '>': 'より大きい値' };

const jsonTypes: Record<string, string> = {
  string: '文字列',
  integer: '整数',
  number: '数値',
  boolean: '真偽値',
  array: 'リスト',
  object: 'オブジェクト',
  null: '空（null）',
};
const typesOfJson = (types: string) =>
  types
    .split(',')
    .map((type) => jsonTypes[type] ?? '別の値')
    .join('か');

const formats: Record<string, string> = {
  email: 'メールアドレス',
  uri: 'アドレス',
  date: '日付',
  'date-time': '日時',
};

const chartNames: Record<string, string> = {
  bar: '棒グラフ',
  stacked_bar: '積み上げ棒グラフ',
  line: '折れ線グラフ',
  area: '面グラフ',
  pie: '円グラフ',
  scatter: '散布図',
  heatmap: 'ヒートマップ',
  histogram: 'ヒストグラム',
  box: '箱ひげ図',
};
const charts = (types: string) =>
  types
    .split(/, | and /)
    .map((type) => chartNames[type] ?? 'この種類のグラフ')
    .join('、');

const totals: Record<string, string> = { sum: '合計', avg: '平均', min: '最小', max: '最大', count: '件数' };

const parts = { table: '表', chart: 'グラフ', column: '列' };

/** What is wrong with one field of a request. A clause without a full stop, shown after the field or in a sentence. */
export const japaneseFields = {
  'field-required': () => '必須です',
  'field-left-out': () => 'ここでは指定できません',
  'mention-not-member': () => 'ワークスペースのメンバーではありません',
  'field-unknown': () => '存在しない項目です',
  'field-unknown-nearest': () => '存在しない項目です',
  'field-unknown-listed': () => '存在しない項目です',
  'field-invalid': () => '正しくありません',
  'field-one-of': () => '選択肢のどれかにしてください',
  'field-exactly': ({ value }) => `${value} にしてください`,
  'field-type': ({ type }) => `${typesOfJson(type)}にしてください`,
  'field-limit': ({ comparison, limit }) => `${limit} ${comparisons[comparison] ?? comparison}にしてください`,
  'field-multiple-of': ({ factor }) => `${factor} の倍数にしてください`,
  'field-min-characters': ({ min }) => `${min} 文字以上にしてください`,
  'field-max-characters': ({ max }) => `${max} 文字以内にしてください`,
  'field-min-items': ({ min }) => `${min} 件以上にしてください`,
  'field-max-items': ({ max }) => `${max} 件以内にしてください`,
  'field-min-properties': ({ min }) => `項目を ${min} 個以上にしてください`,
  'field-max-properties': ({ max }) => `項目を ${max} 個以内にしてください`,
  'field-pattern': () => '書き方が正しくありません',
  'field-format': ({ format }) => `${formats[format] ?? '書き方'}として正しくありません`,
  'field-repeated-items': ({ first, second }) => `${first} 番目と ${second} 番目が重複しています`,
  'field-any-of': () => 'どの形式にも合いません',
  'field-one-schema': () => '一つの形式だけに合うようにしてください',
  'field-property-name': () => '項目の名前が正しくありません',
  'field-nul': () => '使えない文字（U+0000）が含まれています',
  'field-text': () => '文字列にしてください',
  'field-object': () => 'オブジェクトにしてください',
  'field-list': () => 'リストにしてください',
  'field-json': () => 'JSON として正しくありません',
  'field-cell': ({ value, type, why }) => `${value ?? '値'} は${typed(type)}の列に入りません（${why}）`,
  'field-cell-type': ({ type, why }) => `値は${typed(type)}の列に入りません（${why}）`,
  'field-repeated-name': () => '名前が重複しています（大文字と小文字は区別されません）',
  'field-repeated-column': () => '同じ列が二度指定されています',
  'field-no-column': ({ column }) => `列「${column}」はありません`,
  'field-no-columns': () => '列が指定されていません',
  'field-not-column-of-table': () => '表にない列です',
  'field-not-column-of-output': () => '出力にない列です',
  'field-column-type': () => 'その型はありません',

  'parameter-unknown': () => '存在しないパラメーターです',
  'parameter-unknown-nearest': () => '存在しないパラメーターです',
  'file-part-unknown': () => 'ファイルは "file" という名前で一つだけ送ってください',
  'cursor-of-other-list': () => 'この一覧のカーソルではありません',
  'offset-with-cursor': () => '二重に指定されています',
  'field-one-table': () => '表を一つだけ使う SQL 文で指定してください',
  'time-rfc3339': () => '日時にしてください',
  'kind-unknown': ({ kind }) => `種類「${kind}」はありません`,

  'code-or-passkey-needed': () => 'コードとパスキーの、どちらか一方が必要です',
  'password-not-yours': () => '現在のパスワードと異なります',
  'password-current': () => '現在のパスワードと同じです',
  'password-is-address': () => 'メールアドレスと同じにはできません',
  'password-common': () => 'よく使われていて、推測されやすいパスワードです',
  'resource-not-reach': () => '対象範囲の指定が正しくありません',
  'code-not-current': () => '現在のコードではありません',
  'passkey-not-for-ticket': () => 'このサインインに対するパスキーの応答ではありません',
  'account-name-differs': () => 'アカウントの名前と異なります',
  'address-differs': () => 'あなたのメールアドレスと異なります',
  'rate-beyond-issuer': ({ max }) => `発行に使う認証情報の上限である ${max} 以下にしてください`,
  'expiry-beyond-issuer': ({ end }) => `発行に使う認証情報の期限である ${end} までにしてください`,

  'cells-or-all': () => 'セルかすべての、どちらか一方を指定してください',
  'required-with-sheets': () => 'シートを直すときは必須です',
  'required-without-decisions': () => '質問にも提案にも答えないときは必須です',
  'required-with-append': () => '追加のときは必須です',
  'for-new-tables': () => '新しい表にだけ指定できます',
  'required-to-try-rule': () => 'ルールを試すには必須です',
  'influence-effects': () => '効果が「マスク」か「拒否」のときだけ指定できます',
  'false-with-staged': () => '内容を確認するだけのときは、オフにしてください',
  'true-with-branch': () => '編集用にエクスポートするときは、オンにしてください',
  'disagrees-with-if-match': () => '表示中の状態と一致しません',
  'branch-differs': ({ branch }) => `ファイルの編集用エクスポート ${branch} と異なります`,
  'branch-required': () => 'このファイルには必須です',
  'branch-without-table': ({ table }) => `表「${table}」がありません`,
  'action-other-conflicts': () => 'この種類の競合には使えません',
  'replaces-other-source': ({ table }) => `「${table}」は、このファイルの表ではありません`,
  'regions-among': ({ regions }) => `次の中から指定してください: ${regions}`,
  'mapping-among': ({ columns }) => `次の列の中から指定してください: ${columns}`,
  'mapping-leaves-none': () => '少なくとも一つの列を残してください',
  'sheet-not-in-file': () => 'ファイルにないシートです',
  'one-region-one-table': () => '一つの表になる範囲を、一つだけ指定してください',

  'row-required-in-derived': () => '必須です（派生表に行は追加できません）',
  'row-absent': ({ row }) => `行 ${row} はありません`,
  'rows-absent': ({ row }) => `行 ${row} はありません`,
  'field-repeated-ids': () => '同じ行 ID が重複しています',
  'row-id-not-one': () => '行 ID として正しくありません',
  'value-listed-twice': () => '重複しています',
  'row-listed-twice': ({ row }) => `行 ${row} が重複しています`,
  'row-cell-missing': ({ column }) => `行を見分ける列「${column}」の値がありません`,
  'row-matches-many': ({ count, rows }) => `${grouped(count)} 行に一致します（${rows}）`,
  'row-updated-twice': ({ row }) => `ほかにも行 ${row} を更新する行があります`,
  'name-or-type': () => '名前か型の、どちらか一方を指定してください',
  'computed-by-formula': () => '数式で計算される列です',
  'annotation-nowhere': () => '行も列も指定されていません',
  'annotation-repeated': () => 'ほかと同じ対象です',
  'annotation-empty': () => '書式もメモもありません',
  'number-format-unknown': () => '表示形式として正しくありません',

  'filter-conditions': ({ max }) => `条件が ${max} 件を超えています`,
  'filter-list': () => '一つ以上の条件のリストにしてください',
  'filter-apply-none': () => 'この列には指定できません',
  'filter-value': () => '値が必要です（空のセルを探すには「が空」を選びます）',

  'range-length': ({ min, max }) => `${min} から ${max} 文字にしてください`,
  'range-whole-lines': () => '行や列の全体ではなく、角のセルで指定してください',
  'range-not-one': () => 'セルの範囲ではありません',
  'range-beyond-sheet': ({ last }) => `シート（A1:${last}）の外に出ています`,
  'range-values-beyond-sheet': () => '値がシートの外に出ます',
  'range-header-row': () => '1 行目は見出しで、書き換えられません',
  'range-beyond-columns': ({ last }) => `表の最後の列（${last}）を越えています`,
  'range-leaves-rows': ({ next }) => `間に空の行ができます。次に追加できるのは ${next} 行目です`,
  'range-read-at-once': ({ rows, columns, maxRows, maxColumns }) =>
    `${grouped(rows)} × ${grouped(columns)} セルあります。一度に読めるのは ${grouped(maxRows)} × ${grouped(maxColumns)} セルまでです`,
  'range-shown-at-once': ({ rows, columns, max }) =>
    `${grouped(rows)} × ${grouped(columns)} セルあります。一度に表示できるのは ${grouped(max)} セルまでです`,
  'values-empty': () => 'セルがありません',
  'values-uneven': ({ width }) => `どの行も、最初の行と同じ ${width} セルにしてください`,
  'values-size': ({ rows, columns, range, high, wide }) =>
    `${rows} × ${columns} セルですが、${range} は ${high} × ${wide} セルです`,

  'name-reserved-by-sql': () => 'SQL の予約語です',
  'name-reserved': () => '予約された名前です',
  'tag-every-role': () => 'すべての役割を表す記号です。タグには名前が必要です',
  'role-comma': () => 'コンマは使えません',
  'governed-name-control': () => '制御文字は使えません',
  'label-number': () => '数字だけの名前は、表の版の番号と区別できません',
  'label-snapshot-id': () => 'スナップショットの ID と区別できません',
  'label-current': () => '現在の状態を表す名前です',
  'placeholder-not-bound': ({ placeholder }) => `${placeholder} に表が割り当てられていません`,
  'arg-not-used': () => 'コードで使われていません',
  'arg-no-table': ({ table }) => `ワークブックに、表「${table}」はありません`,

  'chart-field-required': ({ type }) => `${charts(type)}では必須です`,
  'chart-field-refused': ({ type }) => `${charts(type)}では使えません`,
  'chart-needs-number': ({ type }) => `${charts(type)}には数値の列が必要です`,
  'chart-one-column': ({ type }) => `${charts(type)}では 1 列だけにしてください`,
  'chart-series-with-columns': () => '縦軸が複数の列のときは使えません',
  'chart-needs-dates': () => '横軸を日付の列にしてください',
  'chart-only-for': ({ types }) => `${charts(types)}でだけ使えます`,
  'chart-histogram-numbers': ({ column, type }) =>
    `ヒストグラムでは数値の列にしてください（「${column}」は${typed(type)}です）`,
  'chart-scatter-numbers': ({ column, type }) =>
    `散布図では数値か日付の列にしてください（「${column}」は${typed(type)}です）`,
  'chart-required-without-aggregate': () => '集計しないときは必須です',
  'chart-number-column': ({ column, type }) => `数値の列にしてください（「${column}」は${typed(type)}です）`,
  'config-levels': ({ max }) => `入れ子が ${max} 段を超えています`,
  'config-size': ({ kilobytes }) => `${kilobytes} KB を超えています`,
  'config-key-refused': () => '設定できません',
  'config-value-refused': ({ value }) => `${value} にはできません`,

  'block-unknown-name': ({ what, name }) => `${parts[what]}「${name}」はありません`,
  'block-column-not-shown': ({ column }) => `列「${column}」は、この表示に含まれていません`,
  'block-total-type': ({ total, column, type }) =>
    `${totals[total] ?? total}は使えません（「${column}」は${typed(type)}です）`,

  'heading-not-a-name': ({ why }) => `列の名前にできません（${why}）`,
  'heading-repeated': ({ cell, name }) => `${cell} と同じ見出し「${name}」です`,
} satisfies Partial<InJapanese>;
