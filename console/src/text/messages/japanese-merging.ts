import { type InJapanese, nameIn, typed } from './japanese-words.js';

/** About branches and the files that return. */
export const japaneseMerging = {
  'fix-bound-columns': () => '列の一覧を確認し、それぞれ一度ずつ指定してください。',
  'sheet-bound': ({ table }) =>
    `シートは表「${table}」に紐付いています。一つのシートは一つの表だけに紐付けられます。`,
  'fix-sheet-bound': () => '先にその紐付けを解除するか、別のシートを選んでください。',
  'binding-unknown': ({ table, binding }) => `表「${table}」に、紐付け ${binding} はありません。`,
  'fix-bindings': () => '紐付けの一覧を確認してください。',
  'branch-unknown': ({ branch }) => `ワークブックに、編集用エクスポート ${branch} はありません。`,
  'fix-branches': () => '編集用エクスポートの一覧を確認するか、編集用にもう一度エクスポートしてください。',
  'branch-needs-row-ids': () => '行 ID がないと、戻ってきたファイルの行を見分けられません。',
  'fix-branch-needs-row-ids': () => '行 ID を含めてエクスポートしてください。',
  'derived-tables-branched': ({ tables }) => `派生表の編集は統合できません: ${tables}`,
  'table-deleted-in-export': ({ table }) => `エクスポート中に、表「${table}」が削除されました。`,
  'merge-lacks-rows': ({ deleted, rows, table }) =>
    `ファイルには「${table}」の ${rows} 行のうち ${deleted} 行がなく、それらが削除されることになります。`,
  'file-of-other-branch': ({ branch, given }) =>
    `ファイルは編集用エクスポート ${branch} のもので、${given} のものではありません。`,
  'fix-file-of-other-branch': () => 'そのエクスポートのファイルを送ってください。',
  'file-is-tracked': ({ file, link }) => `ファイル「${file}」は ${link} として追跡されています。`,
  'file-unknown-export': () => 'ファイルから、どのエクスポートのものか分かりません。',
  'branch-closed': ({ branch }) => `編集用エクスポート ${branch} は終了しています。`,
  'branch-tables-deleted': () => 'この編集用エクスポートの表は、すべて削除されました。',
  'branch-lacks-table': ({ branch, table }) =>
    `編集用エクスポート ${branch} に、表「${table}」はありません。`,
  'fix-branch-tables': () => '編集用エクスポートの表の一覧を確認してください。',
  'csv-of-which-table': () => 'CSV ファイルからは、どの表のものか分かりません。',
  'fix-csv-of-which-table': () => 'その表のページで統合してください。',
  'headings-missing': ({ sheet, table }) => `シート「${sheet}」に、表「${table}」の見出しの行がありません。`,
  'fix-headings-missing': ({ id }) =>
    `${id} を含む見出しの行をデータの上に戻すか、表をもう一度エクスポートしてください。`,
  'row-ids-missing': ({ sheet, id, table }) =>
    `シート「${sheet}」に、表「${table}」の行を見分ける列 ${id} がありません。`,
  'fix-row-ids-missing': () => '編集用に表をもう一度エクスポートし、その列を残してください。',
  'merge-row-limit': ({ rows, table, max }) =>
    `ファイルには表「${table}」の行が ${rows} 行あります。統合できるのは ${max} 行までです。`,
  'fix-headings': () => 'すべての列に、1 から 200 文字の異なる見出しを付けてください。',
  'headings-shared': ({ first, second, sheet, cell }) =>
    `表「${first}」と「${second}」が、どちらもシート「${sheet}」の ${cell} の見出しを持っています。`,
  'headings-of-other': ({ row, sheet, table, whose }) => {
    const other = nameIn(whose);
    return `シート「${sheet}」の ${row} 行目にあるのは、表「${table}」の見出しではなく、${other === null ? 'ほかの' : `表「${other}」の`}見出しです。`;
  },
  'sheets-missing': ({ tables, sheets }) =>
    `ファイルに ${tables} のシートがありません。あるのは ${sheets} です。`,
  'fix-merge-larger': () => 'ファイルの新しい版としてアップロードしてください。',
  'merge-conflict-limit': ({ max, table }) =>
    `「${table}」で、ここでもファイルでも変更されたセルが ${max} 個を超えています。`,
  'fix-merge-conflict-limit': () => '表をもう一度エクスポートし、新しいファイルで変更し直してください。',
  'row-id-foreign': ({ sheet, column, row, id }) =>
    `統合しませんでした: ${sheet}!${column}${row} の行 ID ${id} は、エクスポートしたファイルにありません。`,
  'fix-row-id-foreign': () => '行 ID はエクスポートしたままにし、新しい行では空にしてください。',
  'row-ids-gone': ({ sheet, column }) => `シート「${sheet}」の ${column} 列に、行 ID が残っていません。`,
  'fix-row-ids-gone': ({ id }) =>
    `${id} の値をエクスポートしたとおりに戻してください。空にできるのは新しい行だけです。`,
  'column-named-twice': ({ column }) => `列「${column}」が二度指定されています。`,
  'fix-file-is-tracked': () => '「追跡ファイル」のページで、新しい版として取り込んでください。',
  'fix-export-again': () => '編集用に表をエクスポートし、そのファイルを編集してください。',
  'fix-file-unknown-export': () => '編集用に表をエクスポートし、そのファイルを編集してください。',
  'fix-branch-of-other-workbook': () =>
    'エクスポート元のワークブックに送るか、編集用に表をエクスポートし直してください。',
  'warn-branch-tables': ({ others }) => `この編集用エクスポートには、ほかに ${others} 個の表があります。`,
  'warn-branch-deleted': ({ deleted }) =>
    `この編集用エクスポートの ${deleted} 個の表は、その後削除されたため統合されません。`,
  'returned-cell': ({ sheet, cell, column, type, value, why }) =>
    `統合しませんでした。シート「${sheet}」の ${cell}（列「${column}」）の「${value}」は${typed(type)}の列に入りません（${why}）。`,
  'heading-invalid': ({ sheet, cell, why }) =>
    `シート「${sheet}」の ${cell} の見出しが正しくありません（${why}）。`,
  'merge-rows-limit': ({ table, max, what }) =>
    `「${table}」の${what === 'rows' ? '行' : '列'}が ${max} ${what === 'rows' ? '行' : '列'}を超えます。`,
  'merge-cell-invalid': ({ sheet, cell, why }) =>
    `統合しませんでした。${sheet}!${cell} の値が正しくありません（${why}）。`,
  'fix-unreadable-cells': () =>
    '挙げられたセルを直して保存し、もう一度送るか、それらのセルを元のままにしてください。',
} satisfies Partial<InJapanese>;
