import type { InJapanese } from './japanese-words.js';

/** About transforms. */
export const japaneseTransforms = {
  cycle: ({ tables }) => `表が自分自身から計算されることになります: ${tables}`,
  'python-unset': () => 'Python の変換には、パッケージ deno と pyodide が必要です。',
  'fix-python-unset': () => 'サービスの管理者に、パッケージ deno と pyodide の追加を依頼してください。',
  'transform-failed': () => '変換に失敗しました。詳しくは、変換の所有者が確認できます。',
  'input-failed': ({ table, why }) => `計算元の「${table}」の変換に失敗しています: ${why}`,
  'transform-deleted': () => '変換は削除されました。',
  'transform-changed': ({ transform }) => `実行中に、変換「${transform}」が変更されました。`,
  'output-edited': () => '実行中に、変換の結果が何度も編集されました。',
  'fix-output-edited': () => '編集が終わってから実行してください。',
  'transform-exists': ({ transform }) =>
    `ワークブックには、すでに変換「${transform}」があります。大文字小文字は区別されません。`,
  'transform-unknown': ({ transform }) => `このワークブックに、変換「${transform}」はありません。`,
  'fix-transforms': () => '変換の一覧を確認してください。',
  'transform-reads-other': ({ table }) => `変換が読めるのは入力だけで、「${table}」は入力ではありません。`,
  'transform-parameters': () => '変換にパラメーターは使えません。',
  'fix-transform-parameters': () => '値をコードに書いてください。',
  'transform-no-columns': () => '変換の結果に、行 ID のほかの列がありません。',
  'transform-key-unknown': ({ column }) => `変換の結果に、キーになる列「${column}」はありません。`,
  'fix-transform-key': ({ columns }) => `列は ${columns} です。`,
  'transform-input-deleted': ({ placeholder }) => `{{ ${placeholder} }} の表は削除されました。`,
  'fix-transform-exists': () => 'その変換を変更するか、別の名前にしてください。',
  'placeholder-unbound': ({ name, line, column }) =>
    `${line} 行目 ${column} 文字目の ${name} に、表が割り当てられていません。`,
  'fix-placeholder-unbound': () => '入力の表を選んでください。',
  'arg-unused': ({ arg }) => `コードが入力「${arg}」を使っていません。`,
  'fix-arg-unused': ({ arg }) => `表を読む所に {{ ${arg} }} と書くか、入力を外してください。`,
  'arg-twice': ({ arg }) => `入力「${arg}」が、大文字小文字の違いだけで二つあります。`,
  'fix-arg-twice': () => '別の名前にしてください。',
  'arg-table-unknown': ({ table, placeholder }) => `{{ ${placeholder} }} の表「${table}」はありません。`,
  'fix-transform-reads-other': ({ table }) =>
    `代わりに {{ name }} と書き、入力に ${table} を割り当ててください。`,
  'output-name-invalid': ({ column, why }) => `変換の結果の ${column} 列目の名前が使えません（${why}）。`,
  'fix-output-columns': () =>
    '結果に一つ以上の列を含め、すべての列に名前を付けてください。Python では、行のない結果は空のリストの辞書にします。',
  'fix-python-time': () =>
    'Python の処理を減らしてください。絞り込み、結合、集計は、先に SQL の変換で行い、その表を使えます。',
  'fix-python-output': () =>
    '`output` に、辞書のリスト、同じ長さのリストの辞書、または表を入れてください。列の値は一つの型か None にします。',
} satisfies Partial<InJapanese>;
