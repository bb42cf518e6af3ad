import { grouped, type InJapanese } from './japanese-words.js';

const ruleIn = ({ rule, table }: { rule: string; table: string | null }) =>
  table === null ? rule : `「${table}」の ${rule}`;

/** What a review did not look at, and why. */
export const japaneseCoverage = {
  'skipped-table': ({ table }) => `表「${table}」`,
  'skipped-description-table': ({ table }) => `「${table}」`,
  'skipped-description-tables': ({ table, others }) => `「${table}」と、同じ種類の表 ${grouped(others)} 個`,
  'skipped-rule': ruleIn,
  'skipped-columns': ({ table, after }) => `「${table}」の ${after} 列目より後の列`,
  'skipped-findings': ({ count }) => `ほかの指摘 ${grouped(count)} 件`,
  'skipped-findings-of-rule': ({ count, ...rule }) => `${ruleIn(rule)} のほかの指摘 ${grouped(count)} 件`,
  'skipped-notes-of-rule': ({ count, rule }) => `${rule} のほかの注意 ${grouped(count)} 件`,
  'skipped-formulas': ({ file }) => `「${file}」の数式`,
  'skipped-spelling': ({ column, table }) => `「${table}」の列「${column}」の表記`,
  'skipped-pairs': () => '同じキーを持つ表のほかの組み合わせ',
  'skipped-totals': ({ count, sheet, file }) =>
    `「${file}」のシート「${sheet}」のほかの合計 ${grouped(count)} 件`,
  'skipped-all-findings': () => '指摘',
  'skipped-judgement': () => '言語モデルによる指摘の判定',
  'skipped-judgement-of': ({ count }) => `言語モデルによる指摘 ${grouped(count)} 件の判定`,
  'skipped-finding': ({ id, column, rows, ...rule }) =>
    `${id}: ${ruleIn(rule)}${column === null ? '' : `（列「${column}」）`}、${grouped(rows)} 行`,
  'skipped-model': () => '言語モデルによるレビュー',
  'skipped-model-findings': ({ count }) => `言語モデルの指摘 ${grouped(count)} 件`,
  'why-descriptions': () =>
    'シートの見出し、注記、合計の表で、明細ではないためです。表を一つ選ぶとレビューできます。',
  'why-columns': ({ columns }) => `${grouped(columns)} 列あります。`,
  'why-values': ({ values }) => `値の種類が約 ${grouped(values)} 件あります。`,
  'why-first': ({ shown }) => `先頭の ${shown} 件を表示しています。`,
  'why-first-of-all': ({ shown }) =>
    `先頭の ${shown} 件を表示しています。ほかは、表を一つずつレビューすると表示されます。`,
  'why-most-important': ({ shown }) =>
    `重要な ${shown} 件を表示しています。ほかは、表を一つずつレビューすると表示されます。`,
  'why-first-differing': ({ shown }) => `一致しない先頭の ${shown} 件を表示しています。`,
  'why-first-compared': ({ shown }) => `先頭の ${shown} 組を比べています。`,
  'why-governed-since': () => 'その後、ワークブックの列がルールで保護されたためです。',
  'why-first-judged': ({ shown }) => `重要な ${shown} 件だけを判定しました。`,
  'why-model-dropped': ({ explanation }) => `言語モデルが除外しました: ${explanation}`,
  'why-model-unavailable': () => '言語モデルが応答しません。',
  'why-model-rate-limited': () => '言語モデルの利用回数の上限に達しました。',
  'why-model-refused': () => '言語モデルがリクエストを拒否しました。',
  'why-model-unreadable': () => '言語モデルの応答を読み取れませんでした。',
  'why-model-too-late': () => '言語モデルの応答に時間がかかりすぎました。',
  'why-model-resting': () => '言語モデルの応答がないため、しばらく問い合わせを控えています。',
  'why-model-form': () => '言語モデルの回答が、指定した形式ではありませんでした。',
  'why-model-limits': () => '言語モデルが、結果を返す前に上限に達しました。',
  'why-other-table': () => 'レビューの対象でない表についての指摘です。',
  'why-no-column': () => '存在しない列についての指摘です。',
  'why-says-nothing': () => '内容がありません。',
  'why-query-fails': () => '根拠の SQL が失敗します。',
  'why-query-elsewhere': () => '根拠の SQL が、その表を読んでいません。',
  'why-no-rows': () => '根拠の SQL が 1 行も返しません。',
  'why-unknown-rows': () => '根拠の SQL が、存在しない行を挙げています。',
} satisfies Partial<InJapanese>;
