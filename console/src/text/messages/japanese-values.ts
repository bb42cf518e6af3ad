import { grouped, type InJapanese } from './japanese-words.js';

/** Why a name or a value cannot be taken. Clauses without a full stop, shown in a sentence. */
export const japaneseValues = {
  'name-blank': () => '空白です',
  'name-too-long': ({ max }) => `${max} 文字を超えています`,
  'name-not-unicode': () => '文字コードとして正しくない文字があります',
  'name-control-character': () => '制御文字が含まれています',
  'name-of-row-id': () => '行 ID の名前です',
  'cell-not-text': () => '文字列ではありません',
  'cell-not-unicode': () => '文字コードとして正しくない文字があります',
  'cell-nested': ({ max }) => `入れ子が ${max} 段を超えています`,
  'cell-long-number': () => '数値として桁が多すぎます。文字列にしてください',
  'cell-out-of-range': () => '範囲を超えています',
  'cell-not-whole': () => '整数ではありません',
  'cell-not-number': () => '数値ではありません',
  'cell-not-boolean': () => 'TRUE か FALSE ではありません',
  'cell-decimal-places': ({ max }) => `小数点以下が ${max} 桁を超えています`,
  'cell-date-form': () => '2026-01-31 のような日付ではありません',
  'cell-time-form': () => '13:05:00 のような時刻ではありません',
  'cell-timestamp-form': () => '2026-01-31 13:05 のような日時ではありません',
  'cell-timestamptz-form': () => '2026-01-31T13:05:00Z のような日時ではありません',
  'cell-not-in-calendar': () => '暦にない日付です',
  'cell-not-time-of-day': () => '時刻ではありません',
  'cell-not-date': () => '日付ではありません',
  'cell-not-json': () => 'JSON ではありません',
  'cell-error': () => 'エラー値です',
  'cell-formula-unresolved': () => '数式の結果がファイルにありません',
  'cell-not-row-id': () => '行 ID ではありません',
  'cell-not-exported': () => 'エクスポートしたファイルになかった行 ID です',
} satisfies Partial<InJapanese>;

const wanted = { end: '数式の終わりか演算子', closing: '")"', value: '値', next: '"," か ")"' };

const notOffered = {
  'changes-by-itself': '計算するたびに値が変わるためです',
  'looks-elsewhere': '数式の列からは、同じ行のほかの列しか参照できないためです',
  'reaches-outside': '数式から表の外は参照できないためです',
};

function argumentCount(min: number, max: number): string {
  if (min === max) return `${min} 個`;
  return max >= 254 ? `${min} 個以上` : `${min} から ${max} 個`;
}

/** Why a formula cannot be accepted. */
export const japaneseFormulas = {
  'formula-at': ({ why, at }) => `${why}（${at} 文字目）`,
  'formula-column-case': ({ column, names }) =>
    `${column} が ${names} のどれか分かりません。違いは大文字と小文字だけです`,
  'formula-no-column': ({ column }) => `列 ${column} はありません`,
  'fix-formula-no-columns': () => '表に、参照できる列がありません。',
  'fix-formula-column': ({ nearest }) => `${nearest} のことですか？`,
  'formula-circle': ({ columns }) => `数式が互いに参照し合っています: ${columns}`,
  'formula-counts-rest': () => 'シートの残りの空白も数えています',
  'formula-number-too-large': () => '数値が大きすぎます',
  'formula-open-text': () => '文字列が引用符で閉じられていません',
  'formula-unknown-error': () => '#N/A のようなエラー値ではありません',
  'formula-open-reference': () => '列の参照が角かっこで閉じられていません',
  'formula-empty-reference': () => '列の参照に列の名前がありません',
  'formula-letter': ({ letter }) => `「${letter}」はここでは使えません`,
  'formula-too-long': ({ max }) => `${grouped(max)} バイトを超えています`,
  'formula-empty': () => '空です',
  'formula-nested': ({ max }) => `入れ子が ${max} 段を超えています`,
  'formula-operators': ({ max }) => `演算子が ${grouped(max)} 個を超えています`,
  'formula-names-cell': ({ name }) =>
    `「${name}」はセルです。数式の列では、[qty] のように同じ行の列を参照します`,
  'formula-bare-name': ({ name }) => `「${name}」は関数でも列でもありません。列は [${name}] と書きます`,
  'formula-many-arguments': ({ name, max }) => `${name} の引数が ${max} 個を超えています`,
  'formula-ends-early': ({ awaited }) => `途中で終わっています。${wanted[awaited]}が必要です`,
  'formula-unexpected': ({ awaited }) => `ここには${wanted[awaited]}が必要です`,
  'formula-computes-range': () => '範囲を計算で求めています',
  'formula-not-offered': ({ name, reason }) => `${name} は使えません。${notOffered[reason]}`,
  'formula-function-unknown': ({ name }) => `関数 ${name} はありません`,
  'fix-formula-function': ({ nearest }) => `${nearest} のことですか？ Excel の関数が使えます。`,
  'formula-arguments': ({ name, min, max, given }) =>
    `${name} の引数は ${argumentCount(min, max)}ですが、${given} 個あります`,
  'formula-pairs': ({ name }) => `${name} の引数は、条件と値の組にしてください`,
  'formula-range-pairs': () => '引数は、範囲と条件の組にしてください',
  'formula-range-sizes': () => '範囲の大きさが揃っていません',
  'formula-whole-range': () => '範囲の全体を計算に使っています',
} satisfies Partial<InJapanese>;
