import { columnTypes, type InJapanese, nameIn, typed } from './japanese-words.js';

/** About tables, rows and columns. */
export const japaneseTables = {
  'fix-annotation': () =>
    '対象には行、列、またはその両方を、内容には書式、メモ、またはその両方を指定してください。',
  'column-limit': ({ max }) => `表の列は ${max} 列までです。`,
  'fix-alter-column': () => '名前と型は、別々に変更してください。',
  'formula-column-unknown': ({ column, table }) => `「${table}」に、数式の列「${column}」はありません。`,
  'fix-column-masked': () =>
    'その列を除いてください。値はそのまま残ります。または、列の閲覧権限のある人に依頼してください。',
  'table-unknown-as-of': ({ table, moment }) => `「${moment}」の時点には、表「${table}」はありませんでした。`,
  'fix-table-as-of': () => 'スナップショットの表の一覧を確認してください。',
  'moment-unknown': ({ moment }) => `バージョン「${moment}」はありません。`,
  'fix-moment-unknown': () =>
    'ラベル、スナップショットの ID、表の版のどれかを指定してください。省略すると最新の内容になります。',
  'version-ended': ({ version }) => `この表の版 ${version} は、保存期間が過ぎたため残っていません。`,
  'fix-version-ended': () =>
    'より新しい版を指定してください。スナップショットや名前を付けたバージョンは残るので、必要な版には名前を付けてください。',
  'fix-row-values': () => '列の型に合う値を入力してください。',
  'row-id-invalid': ({ index }) => `${index + 1} 件目の行を特定できません。`,
  'row-repeated': ({ row }) => `行 ${row} が複数回あります。`,
  'column-unchangeable': ({ column }) => `列「${column}」は変更できません。`,
  'column-computed-from': ({ subject }) => {
    const column = nameIn(subject);
    return `この列は、数式の列${column === null ? '' : `「${column}」`}の計算に使われています。`;
  },
  'fix-freeze-formula': () => '先に数式を値に変えてください。',
  'column-dropped': () => '列は削除されました。',
  'column-exists': ({ column }) => `表には、すでに列「${column}」があります。大文字小文字は区別されません。`,
  'fix-column-types': () => `型は次のとおりです: ${Object.values(columnTypes).join('、')}`,
  'table-exists': ({ table }) =>
    `ワークブックには、すでに表「${table}」があります。大文字小文字は区別されません。`,
  'row-ids-repeated': () => '同じ行 ID が複数回あります。',
  'column-dropped-already': () => '列はすでに削除されています。',
  'column-last': ({ column }) => `「${column}」は最後のデータ列のため、削除できません。`,
  'fix-column-last': () => '先に別の列を追加するか、表を削除してください。',
  'column-unwritable': ({ column, table }) => `「${table}」に、書き込める列「${column}」はありません。`,
  'fix-column-unwritable': () => '閲覧できる列を確認してください。マスクされた列には書き込めません。',
  'table-partly-hidden': ({ table }) =>
    `「${table}」の列の中に閲覧権限のないものがあるため、列の追加や名前の変更はできません。`,
  'fix-table-partly-hidden': () =>
    '表全体を閲覧できる役割を依頼するか、その役割の人に列の追加を依頼してください。',
  'table-has-dependents': ({ table, dependents }) =>
    `「${table}」から作られているものがあるため、削除しません: ${dependents}`,
  'fix-row-ambiguous': () => '行を見分けられる列を選んでください。',
  'table-derived': ({ table }) => `「${table}」は変換で計算され、行と列は変換が決めます。`,
  'fix-table-derived': () => '変換を変更してください。個々のセルは上書きできます。',
  'column-computed': ({ column }) => `「${column}」は数式で計算されます。`,
  'fix-column-computed': () => '計算元の列に書き込むか、数式を値に変えてください。',
  'version-unsaid': () => 'どの版に対する書き込みかを指定してください。',
  'fix-version-unsaid': () => '最新の内容を開いて、もう一度お試しください。',
  'result-too-large': ({ bytes, max }) =>
    `結果が ${bytes} バイトあり、保存できる上限の ${max} バイトを超えます。`,
  'stored-data': ({ what }) =>
    `保存された「${nameIn(what) ?? what}」のデータが壊れているか、見つかりません。`,
  'rows-influenced': ({ table, tags }) =>
    `「${table}」の行は、閲覧権限のない列（タグ ${tags}）によって決まります。`,
  'fix-tables': () => '表の一覧を確認してください。',
  'table-version-unknown': ({ table, version }) => `表「${table}」に、版 ${version} はありません。`,
  'fix-table-version': () => '表にあった版を指定してください。省略すると最新の内容になります。',
  'range-too-large': ({ max }) => `範囲のセルが、一度に返せる ${max} MB を超えます。`,
  'fix-range-too-large': ({ rows }) => `範囲を小さくしてください。先頭の ${rows} 行なら収まります。`,
  'as-of-one-table': () => '版を指定して読むには、表を一つだけ使う SQL 文にしてください。',
  'sql-table-unknown': ({ table }) => `このワークブックに、表「${table}」はありません。`,
  'offset-and-cursor': () => '一覧の位置が二重に指定されています。',
  'fix-offset-and-cursor': () => 'ページを読み込み直してください。',
  'result-columns-changed': () => 'この結果が作られた後に、閲覧できる列が変わりました。',
  'result-unreadable': () => '保存された結果を読み取れません。',
  'source-governed': () => 'ルールで保護されたワークブックの元のファイルは読めません。',
  'table-deleted': () => '表は削除されました。',
  'rows-unknown': ({ rows }) => `書き込みませんでした: 行 ${rows} はありません。`,
  'fix-rows-unknown': () => '表を読み込み直してください。',
  'table-at-version': ({ current, expected }) => `表は現在、版 ${current} です（指定は版 ${expected}）。`,
  'column-unknown': ({ column, table }) => `「${table}」に、列「${column}」はありません。`,
  'fix-columns-in-path': () => '列の一覧を確認してください。',
  'fix-columns': () => '列の一覧を確認してください。',
  'fix-columns-or-add': () => '列の一覧を確認するか、列を追加してください。',
  'fix-column-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'view-unknown': ({ view, table }) => `表「${table}」に、閲覧できるビュー「${view}」はありません。`,
  'fix-views': () => '表のビューの一覧を確認してください。',
  'view-exists': ({ view }) =>
    `この表には、すでにビュー「${view}」があります。大文字と小文字は区別されません。`,
  'view-not-yours': ({ view }) => `ビュー「${view}」は他の人のものです。`,
  'fix-view-not-yours': () => '共有するかどうかは所有者が決めます。自分のビューとして保存してください。',
  'view-filter-withheld': () => 'このビューは、存在しない列、または閲覧できない列で絞り込んでいます。',
  'fix-view-filter-withheld': () => '自分でフィルターを指定するか、ビューを使わずに表を開いてください。',
  'view-format-unknown': () => '列の表示形式が、数値または日付の形式ではありません。',
  'fix-view-format': () => 'Excel と同じ書き方で指定してください（例: #,##0.00、0%、yyyy-mm-dd）。',
  'column-no-text': ({ column }) => `列「${column}」は文字列の列ではありません。`,
  'fix-column-no-text': () => '文字列の列を指定してください。',
  'value-replaced-twice': ({ value }) => `値「${value}」の置換が二重に指定されています。`,
  'fix-value-replaced-twice': () => '値ごとに置換後の値を一つだけ指定してください。',
  'values-in-no-row': () => '指定した値を持つ行はありません。',
  'fix-values-in-no-row': () => '値は大文字・小文字や空白も含めて比較されます。表記を確認してください。',
  'values-in-too-many-rows': ({ max }) =>
    `指定した値を持つ行が ${max} 行を超えるため、一度に置換できません。`,
  'fix-values-in-too-many-rows': () =>
    '一度に置換する値を減らしてください。派生テーブルなら何行でも置換できます。',
  'comment-unknown': ({ comment, table }) =>
    `表「${table}」に、閲覧できるコメント「${comment}」はありません。`,
  'fix-comments': () => '表のコメントの一覧を確認してください。',
  'comment-column-masked': ({ column }) =>
    `列「${column}」は値が伏せられているため、そのセルにはコメントできません。`,
  'fix-comment-column-masked': () => '行にコメントするか、列を閲覧できる人に依頼してください。',
  'comment-column-alone': () =>
    'コメントの対象は、セル、行、表のいずれかです。列全体にはコメントできません。',
  'fix-comment-column-alone': () => '行も指定するか、列の指定を外してください。',
  'comment-reply-target': () => '返信の対象は、そのスレッドの対象と同じです。',
  'fix-comment-reply-target': () => '対象か返信先のどちらか一方だけを指定してください。',
  'comment-not-yours': () => 'このコメントは他の人が書いたものです。',
  'fix-comment-not-yours': () =>
    '変更と削除は書いた人が行います。削除はワークスペースの管理者もできます。返信はできます。',
  'comments-full': ({ table, max }) =>
    `表「${table}」のコメントは ${max} 件に達していて、これ以上追加できません。`,
  'fix-comments-full': () => '解決済みのスレッドを削除してください。',
  'mention-unknown': ({ user }) => `「${user}」をここでメンションすることはできません。`,
  'fix-mention-unknown': () => 'ワークスペースのメンバーを ID で指定してください。',
  'summary-too-wide': ({ max }) => `ここで指定できる列は ${max} 個までです。`,
  'fix-summary-too-wide': () => '列の数を減らしてください。残りは別に取得できます。',
  'columns-unknown': ({ column }) => `列「${column}」はありません。`,
  'fix-columns-list': () => '列の一覧を確認してください。',
  'order-unknown': ({ column }) => `並べ替えの列「${column}」はありません。`,
  'fix-order': () => '表の列を選んでください。',
  'fix-order-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'fix-table-nearest': ({ nearest }) => `「${nearest}」のことですか？`,
  'fix-workbook-tables': () => '表の一覧を確認してください。',
  'annotation-invalid': () => '変更しませんでした。メモや書式の指定が正しくありません。',
  'column-change-invalid': () => '列の変更の指定が正しくありません。',
  'rows-invalid': () => '書き込みませんでした。列に合わない値があります。',
  'column-invalid': () => 'この列の変更はできません。',
  'table-invalid': () => 'この表は作成できません。',
  'value-uncastable': ({ value, row, column, type }) =>
    `変更しませんでした。「${column}」の行 ${row} の ${value} は${typed(type)}にできません。`,
  'row-invalid': ({ index }) => `書き込みませんでした。${index + 1} 件目の行が正しくありません。`,
  'versions-disagree': ({ tag, given }) => `版の指定が食い違っています（${tag} と ${given}）。`,
  'tag-invalid': () => '版の指定が正しくありません。',
  'fix-versions-disagree': () => 'もう一度お試しください。',
  'fix-tag-invalid': () => 'もう一度お試しください。',
  'formula-unfit': () =>
    '処理が始まる前に、表の列か閲覧できる列が変わり、数式が合わなくなりました。もう一度送ると理由が分かります。',
  'formula-raced': () =>
    '数式を計算するたびに表が変更されました。編集が落ち着いてから、もう一度送ってください。',
  'formula-outdated': () => '数式を計算する前に表が変更されました。最新の表で、もう一度送ってください。',
} satisfies Partial<InJapanese>;
