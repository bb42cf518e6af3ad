import { sentenceBook } from '../../app/sentence-book.js';

/** Of the messages that end in what else there is of the same kind. */
const andOthers = (sentences: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sentences).flatMap(([english, japanese]) => [
      [english.replace('{others}', ' (and {n} more such [cell|cells])'), `${japanese}（ほか {n} セル）`],
      [english.replace('{others}', ''), japanese],
    ]),
  );

const operations = {
  'add up to': 'の合計は',
  leave: 'の差は',
  average: 'の平均は',
  'divide to': 'の比は',
  'carry to': 'の繰越は',
};

/** What a review found, by what the rules say. */
export const findingMessage = sentenceBook(
  {
    ...andOthers({
      '{cell} of sheet "{sheet}" shows the error {error}{others}: the table has no value there.':
        'シート「{sheet}」の {cell} がエラー {error} のため、表では値がありません',
      '{cell} of sheet "{sheet}" has {formula}, where its neighbours have {expected}{others}.':
        'シート「{sheet}」の {cell} は {formula} ですが、周りは {expected} です',
      '{cell} of sheet "{sheet}" is the number {value}, where its neighbours compute {expected}{others}.':
        'シート「{sheet}」の {cell} は直接入力された {value} ですが、周りは {expected} で計算されています',
      '{cell} of sheet "{sheet}" has {formula} and leaves out {expected}{others}.':
        'シート「{sheet}」の {cell} の {formula} に、{expected} が入っていません',
      'The sum in {cell} of sheet "{sheet}" passes over {expected}, whose numbers are texts{others}.':
        'シート「{sheet}」の {cell} の合計に、文字列の数値 {expected} が入っていません',
      '{cell} of sheet "{sheet}" has {formula}, a value of another file{others}.':
        'シート「{sheet}」の {cell} は、ほかのファイルの値です（{formula}）',
      '{cell} of sheet "{sheet}" is hidden in the file and has a value{others}.':
        'シート「{sheet}」の {cell} は、ファイルで非表示ですが値があります',
    }),
    ...Object.fromEntries(
      Object.entries(operations).map(([verb, word]) => [
        `{cell} of sheet "{sheet}" says {stated}, but {parts} ${verb} {computed}: a difference of {difference}.`,
        `シート「{sheet}」の {cell} は {stated} ですが、{parts} ${word} {computed} です（差 {difference}）。`,
      ]),
    ),
    'In {n} [row|rows], "{column}" is not "{a}" times "{b}", though it is in the other {rest}.':
      '{n} 行で「{column}」が「{a}」×「{b}」と一致しません。ほかの {rest} 行では一致します。',
    'In {n} [row|rows], "{column}" is not "{a}" plus "{b}" minus "{c}", though it is in the other {rest}.':
      '{n} 行で「{column}」が「{a}」＋「{b}」−「{c}」と一致しません。ほかの {rest} 行では一致します。',
    'In {n} [row|rows], "{column}" is not "{a}" plus "{b}", though it is in the other {rest}.':
      '{n} 行で「{column}」が「{a}」＋「{b}」と一致しません。ほかの {rest} 行では一致します。',
    'Debit and credit differ in {odd} [voucher|vouchers] of {all}, in {n} [row|rows].':
      '{all} 件の伝票のうち {odd} 件（{n} 行）で、借方と貸方が一致しません。',
    '{values} [value|values] of "{column}" in {n} [row|rows] [is|are] not in "{table}", though the other {rest} are: {list}.':
      '「{column}」の {values} 種類の値（{n} 行）が「{table}」にありません。ほかの {rest} 種類はあります: {list}',
    '"{column}" differs from "{other}" in {n} [row|rows] of {both} with the same "{key}": {a} and {b} for {value}.':
      '「{key}」が同じ {both} 行のうち {n} 行で、「{column}」が「{other}」と異なります。{value} では {a} と {b} です。',
    '"{column}" is stored as a number, so {n} [row|rows] lost the leading zeros.':
      '「{column}」が数値として保存されているため、{n} 行で先頭のゼロが失われています。',
    'Codes in "{column}" have {length} digits, some with leading zeros, but {n} [row|rows] fewer: {list}.':
      '「{column}」のコードは先頭のゼロを含めて {length} 桁ですが、{n} 行では足りません: {list}',
    'All {n} [number|numbers] of "{column}" with more than {digits} digits end in zeros, such as {value}: a spreadsheet cut the digits after the {nth}th.':
      '「{column}」の {digits} 桁を超える {n} 個の数値は、{value} のようにすべてゼロで終わります。表計算ソフトが {nth} 桁で切ったものです。',
    '"{column}" has {n} [code|codes] in scientific notation: {list}.':
      '「{column}」に、指数表記になったコードが {n} 個あります: {list}',
    '"{column}" has codes, but {n} [value|values] that read as dates: {list}. A spreadsheet makes these of codes such as 1-2.':
      '「{column}」はコードの列ですが、日付に見える値が {n} 個あります: {list}。表計算ソフトは 1-2 のようなコードを日付に変えます。',
    '{n} [value|values] of "{code}" [has|have] more than one "{name}", the other {rest} one: {first} first.':
      '「{code}」の {n} 個の値に、複数の「{name}」があります（例: {first}）。ほかの {rest} 個では一つです。',
    '"{column}" is mostly in {usual}, but {n} [row|rows] in {others}: {list}.':
      '「{column}」の単位はほとんど {usual} ですが、{n} 行は {others} です: {list}',
    '{list} [is|are] empty in every row.': '{list} は、すべての行で空です。',
    '{columns} [has|have] the same value in every row: {list}.':
      '{columns} は、すべての行で同じ値です: {list}',
    '{n} [date|dates] of "{column}" [is|are] in the future, though the others are in the past: {list}.':
      '「{column}」の {n} 個の日付が未来です。ほかは過去です: {list}',
    '{n} [date|dates] of "{column}" [is|are] far from the others, which lie between {low} and {high}: {list}.':
      '「{column}」の {n} 個の日付が、ほか（{low} から {high}）と大きく離れています: {list}',
    '{n} [date|dates] of "{column}" [is|are] outside {low} to {high}, but inside if day and month are exchanged: {list}.':
      '「{column}」の {n} 個の日付が {low} から {high} の外にありますが、日と月を入れ替えると収まります: {list}',
    '"{end}" is before "{start}" in {n} [row|rows]: {a} is before {b}.':
      '{n} 行で「{end}」が「{start}」より前です。{a} は {b} より前です。',
    '"{column}" has {distinct} [different value|different values] in {filled} [row|rows], but {n} [row|rows] share theirs with another: {first} first.':
      '「{column}」は {filled} 行に {distinct} 種類の値がありますが、{n} 行で値が重複しています（例: {first}）。',
    '{n} [value|values] of "{column}" [is|are] no corporate number: {list} [has|have] not 13 digits or a wrong check digit.':
      '「{column}」の {n} 件が法人番号として正しくありません: {list}。13 桁でないか、チェックデジットが合いません。',
    '{n} [value|values] of "{column}" [is|are] no {what}: {list}.':
      '「{column}」の {n} 件が、{what}として正しくありません: {list}',
    '{n} [row|rows] of "{table}" have no value at all.': '「{table}」の {n} 行に、値が一つもありません。',
    '"{column}" is empty in {n} [row|rows] of {all}, though it is the key of the others.':
      '「{column}」が {all} 行のうち {n} 行で空です。ほかの行ではキーになっています。',
    '"{column}" is empty in {n} [row|rows] of {all}.': '「{column}」が {all} 行のうち {n} 行で空です。',
    '{n} [column|columns] that are otherwise filled are empty in a few of {all} rows: {list}.':
      'ほぼ埋まっている {n} 列に、{all} 行のうち数行だけ空のセルがあります: {list}',
    '"{column}" has {list} in {n} [row|rows], where a value is missing.':
      '「{column}」の {n} 行に、値の代わりに {list} が入っています。',
    '{n} [number|numbers] of "{column}" [is|are] negative, though the others are not: {list}.':
      '「{column}」の {n} 個の数値だけが負です: {list}',
    '{n} [number|numbers] of "{column}" [is|are] positive, though the others are not: {list}.':
      '「{column}」の {n} 個の数値だけが正です: {list}',
    '{n} [number|numbers] of "{column}" [is|are] a thousand times or more off the others, which lie between {low} and {high}: {list}.':
      '「{column}」の {n} 個の数値が、ほか（{low} から {high}）と千倍以上離れています: {list}',
    '{n} [number|numbers] of "{column}" [lies|lie] far from the others, of which 98 % are between {low} and {high}: {list}.':
      '「{column}」の {n} 個の数値が、ほか（98 % は {low} から {high}）と大きく離れています: {list}',
    '{n} [row|rows] of "{table}" [lies|lie] far from the others in {columns} [column|columns]: {list}.':
      '「{table}」の {n} 行が、{columns} 列でほかと大きく離れています: {list}',
    '"{column}" seems to hold {what}, and no tag says so: no policy protects it.':
      '「{column}」には{what}が入っているようですが、タグがないため、ルールで保護されません。',
    '{n} [row|rows] of "{table}" are the same as another in every column.':
      '「{table}」の {n} 行が、すべての列でほかの行と同じです。',
    '{n} [row|rows] of "{table}" are the same as another but for case, spaces or the key.':
      '「{table}」の {n} 行が、大文字小文字、空白、キーのほかは別の行と同じです。',
    '"{column}" runs from first to last with {missing} [number|numbers] missing, in {n} [gap|gaps]: {first} first.':
      '「{column}」の連番に、{n} か所で {missing} 個の欠番があります（例: {first}）。',
    '"{column}" has every {step} from {from} to {to} but {missing} [day|days|week|weeks|month|months]: nothing between {a} and {b}.':
      '「{column}」は {from} から {to} まで毎{step}ありますが、{missing} 件が抜けています。{a} と {b} の間にありません。',
    '{n} [period|periods] of "{table}" [begins|begin] before the one before has ended for the same "{owner}": {a} is before {b}.':
      '「{table}」の {n} 個の期間が、同じ「{owner}」の前の期間が終わる前に始まっています。{a} は {b} より前です。',
    '{n} [period|periods] of "{table}" [begins|begin] before the one before has ended: {a} is before {b}.':
      '「{table}」の {n} 個の期間が、前の期間が終わる前に始まっています。{a} は {b} より前です。',
    '{values} [value|values] of "{column}" in {n} [row|rows] [is|are] spelled unlike the same value elsewhere ({difference}): {list}.':
      '「{column}」の {values} 種類の値（{n} 行）に表記ゆれがあります（{difference}）: {list}',
    '"{column}" is in half width, except for {n} [row|rows]: {list}.':
      '「{column}」は半角ですが、{n} 行だけ全角です: {list}',
    '"{table}" is stale since {when}: what it is computed from has changed.':
      '「{table}」の元の表が変わったため、再計算が必要です。',
    '"{column}" has only numbers, as text, such as {value}: they are not summed, and are sorted by their first digit.':
      '「{column}」は {value} のような数値だけですが、文字列です。合計されず、先頭の桁の順に並びます。',
    '"{column}" has dates as text in several forms: mostly {usual}, but {others} in {n} [row|rows], such as {value}.':
      '「{column}」の日付は文字列で、書式が混ざっています。ほとんどは {usual} ですが、{n} 行は {others} です（例: {value}）。',
    '"{column}" has dates as text ({usual}), such as {value}: they are not compared as dates.':
      '「{column}」の日付は {value} のような文字列（{usual}）で、日付として比較されません。',
    '"{column}" has {what}, except in {n} [row|rows], which make the whole column text: {list}.':
      '「{column}」は{what}の列ですが、{n} 行のために列全体が文字列になっています: {list}',
    '{n} [row|rows] of "{table}" [is a total|are totals] among the records ({list} in "{column}"): every sum counts them twice.':
      '「{table}」の {n} 行は合計行です（「{column}」が {list}）。集計すると二重に数えられます。',
    '"{column}" is the sum of {parts} in {all} [row|rows], but not in {n}: it says {stated} where they add up to {computed}.':
      '「{column}」は {all} 行で {parts} の合計ですが、{n} 行では異なります。{stated} とありますが、合計は {computed} です。',
    'The {n} [share|shares] of "{column}" add up to {sum}, not to {whole}.':
      '「{column}」の {n} 件の構成比の合計が {whole} ではなく {sum} です。',
    'Edits stand over values that have changed since, in {n} [cell|cells].':
      '{n} セルで、編集した値の下の値がその後変わっています。',
    'Both sides of a merge had changed {n} [cell|cells]; the value of the file stands.':
      '{n} セルが統合の両側で変更されていました。ファイルの値が使われています。',
  },
  {
    'spaces around': '前後の空白',
    spaces: '空白',
    'upper and lower case': '大文字と小文字',
    'full and half width': '全角と半角',
    spelling: '表記',
    'e-mail address': 'メールアドレス',
    'telephone number': '電話番号',
    'telephone number of ten or eleven digits': '10 桁か 11 桁の電話番号',
    'postal code as the others': '郵便番号',
    'e-mail addresses': 'メールアドレス',
    'telephone numbers': '電話番号',
    'names of people': '氏名',
    'home addresses': '住所',
    'dates of birth': '生年月日',
    'national identity numbers': '個人番号',
    'bank accounts or cards': '口座番号やカード番号',
    pay: '給与',
    'health data': '健康に関する情報',
    numbers: '数値',
    dates: '日付',
    day: '日',
    week: '週',
    month: '月',
  },
);

/** What to do about it. */
export const findingFix = sentenceBook({
  'Mend the formulas in the file and upload it as a new revision, or fill in the values here.':
    'ファイルの数式を直して新しい版をアップロードするか、ここで値を入力してください。',
  'Copy the formula of the neighbours into the cell unless the exception is meant; then note why beside it.':
    '周りの数式をコピーしてください。意図した例外なら、理由を横に書いてください。',
  'Put the formula back, or state the reason for the fixed number beside it.':
    '数式に戻すか、固定の数値にした理由を横に書いてください。',
  'Extend the range of the sum to the last row of the data.':
    '合計の範囲をデータの最後の行まで広げてください。',
  'Turn the texts into numbers in the file; the table has them as numbers already if its column is numeric.':
    'ファイルの文字列を数値に直してください。表の列が数値型なら、表ではすでに数値です。',
  'Upload the other file too, and join its table with SQL, so that the figures stay current.':
    'もう一方のファイルもアップロードし、SQL で結合すると、数値が最新に保たれます。',
  'Check that the hidden lines belong to the data; exclude them with the parse spec if not.':
    '非表示の行や列がデータに含まれるべきか確認し、不要なら読み取りから外してください。',
  'Correct the total or the part that is wrong in the file, and upload it as a new revision.':
    'ファイルの合計か内訳の誤りを直し、新しい版としてアップロードしてください。',
  'Compare the row with its document, and correct the cell that is wrong.':
    '元の書類と照らし合わせ、誤っているセルを直してください。',
  'Look for the missing or wrong line of the voucher.': '伝票の足りない行や誤った行を探してください。',
  'Correct the values, or add the missing rows to "{table}".':
    '値を直すか、「{table}」に足りない行を追加してください。',
  'Find out which of the two is right, and correct the other.':
    'どちらが正しいか確認し、もう一方を直してください。',
  'Cast the column to VARCHAR and put the zeros back in front.':
    '列を文字列型に変え、先頭のゼロを補ってください。',
  'Put the zeros back in front, up to {n} digits.': '{n} 桁になるよう、先頭のゼロを補ってください。',
  'Import the [numbers|codes] again from where they come from, as text.':
    '元のデータから、文字列として取り込み直してください。',
  'Write the codes back as they were.': '元のコードに書き直してください。',
  'Choose one name for each code, or correct the code.':
    'コードごとに名前を一つにするか、コードを直してください。',
  'Convert the values to {unit}, and move the unit to the name of the column or a column of its own.':
    '値を {unit} に揃え、単位は列名か別の列に移してください。',
  'Fill the columns, or drop them if nothing is meant to be there.':
    '値を入力するか、不要なら列を削除してください。',
  'Check that the rows are not cut from more, and that the value was not filled down by mistake.':
    'データの一部だけでないか、誤ってフィルされていないか確認してください。',
  'Correct the year, or whatever part was mistyped.': '年など、誤って入力された部分を直してください。',
  'Correct the year; a spreadsheet shows an empty or zero date as 1900.':
    '年を直してください。表計算ソフトは、空やゼロの日付を 1900 年と表示します。',
  'Exchange day and month.': '日と月を入れ替えてください。',
  'Correct the date that is wrong; the two may be exchanged.':
    '誤っている日付を直してください。二つが入れ替わっているかもしれません。',
  'Compare the rows: delete those that are the same record, and give the others their own key.':
    '行を見比べ、同じ記録は削除し、ほかには別のキーを付けてください。',
  'Compare with the register of corporate numbers, and correct the digits.':
    '法人番号の公表サイトと照らし合わせて直してください。',
  'Correct the values, or empty the cells where they are not known.':
    '値を直すか、不明ならセルを空にしてください。',
  'Delete the rows, or fill in what is missing.': '行を削除するか、足りない値を入力してください。',
  'Fill in the cells, or check that nothing is meant to be there.':
    '値を入力するか、空でよいか確認してください。',
  'Write the values, or empty the cells, so that they count as missing.':
    '値を入力するか、セルを空にして欠損として扱われるようにしてください。',
  'Check the sign, unless the rows are returns or corrections.':
    '返品や訂正の行でなければ、符号を確認してください。',
  'Check the unit, such as thousands instead of ones, and convert the numbers.':
    '千単位などになっていないか確認し、単位を揃えてください。',
  'Check the numbers against where they come from: a digit too many, another unit, or a total.':
    '元のデータと照らし合わせ、桁の間違い、別の単位、合計でないか確認してください。',
  'Check whether it is a total or a record of another kind.':
    '合計や別の種類の記録でないか確認してください。',
  'Tag the column, so that policies can mask or deny it wherever data leaves.':
    '列にタグを付けると、データの出口すべてでルールによりマスクや拒否ができます。',
  'Delete the repeated rows, unless each of them happened.':
    'それぞれが実際の記録でなければ、重複した行を削除してください。',
  'Compare the rows, and delete those that stand for the same thing.':
    '行を見比べ、同じものを表す行を削除してください。',
  'Find out whether the records were deleted, voided or not imported.':
    '記録が削除されたか、無効になったか、取り込まれていないか確認してください。',
  'Add the records of the missing {step}, or check that there are none.':
    '抜けている記録を追加するか、記録がないことを確認してください。',
  'Correct the start of the later period, or the end of the earlier one.':
    '後の期間の開始か、前の期間の終了を直してください。',
  'Choose one spelling for each, such as {list}.': '表記を一つに揃えてください（例: {list}）。',
  'Write them in half width: searches and joins do not find them otherwise.':
    '半角に揃えてください。全角のままでは、検索や結合で見つかりません。',
  'Recompute the stale tables.': '古い表を再計算してください。',
  'Cast the column to {type}; marks such as a currency sign or a comma have to be removed before.':
    '通貨記号やコンマを取り除いてから、列を {type} 型に変えてください。',
  'Write these dates as YYYY-MM-DD, then cast the column to DATE.':
    'これらの日付を YYYY-MM-DD に直し、列を DATE 型に変えてください。',
  'Write the dates as YYYY-MM-DD where they are not, then cast the column to DATE.':
    '日付を YYYY-MM-DD に揃え、列を DATE 型に変えてください。',
  'Correct these cells or empty them, then cast the column to {type}.':
    'これらのセルを直すか空にし、列を {type} 型に変えてください。',
  'Delete the rows, or leave them out with a filter; a query or a sheet computes totals.':
    '行を削除するか、フィルターで除いてください。合計は SQL やレポートで計算できます。',
  'Correct the total or the part that is wrong; a formula column keeps them in step.':
    '合計か内訳の誤りを直してください。数式の列にすると、ずれなくなります。',
  'Find the share that is missing or wrong.': '足りない、または誤っている構成比を探してください。',
  'Decide each conflict: acknowledge keeps the edit, drop_override takes the value beneath it.':
    '「競合」のページで、編集を残すか、下の新しい値にするかを決めてください。',
  'Decide each conflict: acknowledge keeps the value of the file, revert brings the previous one back.':
    '「競合」のページで、ファイルの値を残すか、前の値に戻すかを決めてください。',
});
