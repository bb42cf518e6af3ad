import { type InJapanese, listed, typed } from './japanese-words.js';

/** What to do about what the rules of a review find. */
export const japaneseMends = {
  'mend-formula-error': () =>
    'ファイルの数式を直して新しい版をアップロードするか、ここで値を入力してください。',
  'mend-formula-unlike-neighbours': () =>
    '周りの数式をコピーしてください。意図した例外なら、理由を横に書いてください。',
  'mend-constant-among-formulas': () => '数式に戻すか、固定の数値にした理由を横に書いてください。',
  'mend-sum-omits-cells': () => '合計の範囲をデータの最後の行まで広げてください。',
  'mend-text-in-sum': () =>
    'ファイルの文字列を数値に直してください。表の列が数値型なら、表ではすでに数値です。',
  'mend-other-file': () => 'もう一方のファイルもアップロードし、SQL で結合すると、数値が最新に保たれます。',
  'mend-hidden-values': () =>
    '非表示の行や列がデータに含まれるべきか確認し、不要なら読み取りから外してください。',
  'mend-stated-total': () => 'ファイルの合計か内訳の誤りを直し、新しい版としてアップロードしてください。',
  'mend-row': () => '元の書類と照らし合わせ、誤っているセルを直してください。',
  'mend-unbalanced-sheet': () => '貸借が一致しません。足りない行や誤った行を探してください。',
  'mend-summaries-unlike-detail': ({ table }) =>
    `集計が古いか、「${table}」の行が足りないか確認してください。派生表にすると、常に一致します。`,
  'mend-missing-periods': () => '抜けている期間の値を追加するか、ないことを確認してください。',
  'mend-unbalanced-vouchers': () => '伝票の足りない行や誤った行を探してください。',
  'mend-orphan-references': ({ table }) => `値を直すか、「${table}」に足りない行を追加してください。`,
  'mend-differs-between-tables': () => 'どちらが正しいか確認し、もう一方を直してください。',
  'mend-zeros-lost-in-numbers': () => '列を文字列型に変え、先頭のゼロを補ってください。',
  'mend-zeros-lost-in-codes': ({ digits }) => `${digits} 桁になるよう、先頭のゼロを補ってください。`,
  'mend-cut-digits': () => '元のデータから、文字列として取り込み直してください。',
  'mend-scientific-codes': () => '元のデータから、文字列として取り込み直してください。',
  'mend-dates-made-of-codes': () => '元のコードに書き直してください。',
  'mend-key-with-two-names': () => 'コードごとに名前を一つにするか、コードを直してください。',
  'mend-mixed-units': ({ unit }) => `値を ${unit} に揃え、単位は列名か別の列に移してください。`,
  'mend-empty-columns': () => '値を入力するか、不要なら列を削除してください。',
  'mend-constant-columns': () =>
    'データの一部だけが抜き出されていないか、誤って同じ値がコピーされていないか確認してください。',
  'mend-blank-rows': () => '行を削除するか、足りない値を入力してください。',
  'mend-missing-values': () => '値を入力するか、空でよいか確認してください。',
  'mend-placeholders': () => '値を入力するか、セルを空にして欠損として扱われるようにしてください。',
  'mend-future-dates': () => '年など、誤って入力された部分を直してください。',
  'mend-far-dates': () => '年を直してください。表計算ソフトは、空やゼロの日付を 1900 年と表示します。',
  'mend-swapped-day-month': () => '日と月を入れ替えてください。',
  'mend-end-before-start': () => '誤っている日付を直してください。二つが入れ替わっているかもしれません。',
  'mend-duplicate-key': () =>
    '行を見比べ、同じ記録を表す行は削除し、それ以外の行には別のキーを付けてください。',
  'mend-duplicate-rows': () => '実際に複数回あった記録でなければ、重複した行を削除してください。',
  'mend-near-duplicate-rows': () => '行を見比べ、同じものを表す行を削除してください。',
  'mend-invalid-values': () => '値を直すか、不明ならセルを空にしてください。',
  'mend-invalid-corporate-number': () => '法人番号の公表サイトと照らし合わせて直してください。',
  'mend-sign': () => '返品や訂正の行でなければ、符号を確認してください。',
  'mend-unit-jumps': () => '千単位で入力されているなど、単位の違いがないか確認し、数値を換算してください。',
  'mend-outliers': () =>
    '元のデータと照らし合わせ、桁の間違い、単位の違い、合計の混入がないか確認してください。',
  'mend-outlying-rows': () => '合計や別の種類の記録でないか確認してください。',
  'mend-untagged-personal-data': () =>
    '列にタグを付けると、データが外に出るすべての場面で、ルールによるマスクや拒否ができます。',
  'mend-sequence-gaps': () =>
    '記録が削除されたのか、無効にされたのか、取り込まれていないのかを確認してください。',
  'mend-date-gaps': () => '抜けている記録を追加するか、記録がないことを確認してください。',
  'mend-overlapping-periods': () => '後の期間の開始か、前の期間の終了を直してください。',
  'mend-spellings': ({ usual }) => `表記を一つに揃えてください（例: ${listed(usual)}）。`,
  'mend-mixed-width': () => '半角に揃えてください。全角のままでは、検索や結合で見つかりません。',
  'mend-stale-table': () => '再計算が必要な派生表を再計算してください。',
  'mend-number-as-text': ({ type }) =>
    `通貨記号やコンマを取り除いてから、列を${typed(type)}に変えてください。`,
  'mend-dates-in-several-forms': () => 'これらの日付を YYYY-MM-DD に直し、列を日付型に変えてください。',
  'mend-date-as-text': () => '日付を YYYY-MM-DD に揃え、列を日付型に変えてください。',
  'mend-mixed-types': ({ type }) => `これらのセルを直すか空にし、列を${typed(type)}に変えてください。`,
  'mend-total-rows': () =>
    '行を削除するか、フィルターで除いてください。合計は SQL やレポートで計算できます。',
  'mend-row-totals': () => '合計か内訳の誤りを直してください。数式の列にすると、ずれなくなります。',
  'mend-shares-not-whole': () => '足りない、または誤っている構成比を探してください。',
  'mend-by-model': ({ text }) => text,
  'mend-hiding-overrides': () => '「競合」のページで、編集を残すか、下の新しい値にするかを決めてください。',
  'mend-overwritten-cells': () =>
    '「競合」のページで、ファイルの値を残すか、前の値に戻すかを決めてください。',
} satisfies Partial<InJapanese>;
