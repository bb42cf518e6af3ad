import { grouped, type InJapanese, listed, quoted } from './japanese-words.js';

const andOthers = ({ others }: { others: number }) => (others > 0 ? `（ほか ${grouped(others)} セル）` : '');

const totalWords = {
  sum: '合計',
  difference: '差',
  average: '平均',
  ratio: '比',
  running_balance: '繰越残高',
};

const personalKinds = {
  'e-mail': 'メールアドレス',
  phone: '電話番号',
  name: '氏名',
  address: '住所',
  birth: '生年月日',
  identity: '個人番号',
  bank: '口座番号やカード番号',
  pay: '給与',
  health: '健康に関する情報',
};

const spellingDifferences = {
  'outer-spaces': '前後の空白',
  spaces: '空白',
  case: '大文字と小文字',
  width: '全角と半角',
  spelling: '表記',
};

const steps = { day: '日', week: '週', month: '月' };
const kinds = { numbers: '数値', dates: '日付' };

/** What the rules of a review find. */
export const japaneseFindings = {
  'found-formula-error': ({ sheet, cell, error, ...more }) =>
    `シート「${sheet}」の ${cell} がエラー ${error} のため、表では値が空です${andOthers(more)}。`,
  'found-formula-unlike-neighbours': ({ sheet, cell, formula, expected, ...more }) =>
    `シート「${sheet}」の ${cell} は ${formula} ですが、周りのセルは ${expected} です${andOthers(more)}。`,
  'found-constant-among-formulas': ({ sheet, cell, value, expected, ...more }) =>
    `シート「${sheet}」の ${cell} には${quoted(value)}が直接入力されていますが、周りのセルは ${expected} で計算されています${andOthers(more)}。`,
  'found-sum-omits-cells': ({ sheet, cell, formula, expected, ...more }) =>
    `シート「${sheet}」の ${cell} の ${formula} に、${expected} が含まれていません${andOthers(more)}。`,
  'found-text-in-sum': ({ sheet, cell, expected, ...more }) =>
    `シート「${sheet}」の ${cell} の合計に、文字列として入力された ${expected} の数値が含まれていません${andOthers(more)}。`,
  'found-other-file': ({ sheet, cell, formula, ...more }) =>
    `シート「${sheet}」の ${cell} は、ほかのファイルを参照しています（${formula}）${andOthers(more)}。`,
  'found-hidden-values': ({ sheet, cell, ...more }) =>
    `シート「${sheet}」の ${cell} は、ファイルで非表示になっていますが、値があります${andOthers(more)}。`,
  'found-stated-total': ({ sheet, cell, stated, computed, difference, operation, parts }) => {
    const more = parts.more > 0 ? ` ほか ${parts.more} か所` : '';
    return (
      `シート「${sheet}」の ${cell} は ${grouped(stated)} ですが、${parts.shown.join('、')}${more} の${totalWords[operation]}は ` +
      `${grouped(computed)} です（差 ${grouped(difference)}）。`
    );
  },
  'found-unlike-total': ({ sheet, cell, stated, expected }) =>
    `シート「${sheet}」の ${cell} は合計とされ、${grouped(stated)} ですが、${expected} です。`,
  'found-not-product': ({ rows, column, factors: [a, b], others }) =>
    `${grouped(rows)} 行で「${column}」が「${a}」×「${b}」と一致しません。ほかの ${grouped(others)} 行では一致します。`,
  'found-not-sum': ({ rows, column, added, subtracted, others }) => {
    const formula = [
      added.map((name) => `「${name}」`).join('＋'),
      ...subtracted.map((name) => `−「${name}」`),
    ].join('');
    return `${grouped(rows)} 行で「${column}」が${formula}と一致しません。ほかの ${grouped(others)} 行では一致します。`;
  },
  'found-unbalanced-cells': ({ sheet, cell, assets, others }) =>
    `シート「${sheet}」の ${cell} の資産は ${grouped(assets)} ですが、負債と純資産は ${grouped(others)} です（差 ${grouped(assets - others)}）。`,
  'found-odd-tax-rates': ({ column, net, rows, rate, usual }) =>
    `${grouped(rows)} 行で、「${net}」に対する「${column}」の割合が ${usual.join('、')} % ではありません（例: ${grouped(rate)} %）。`,
  'found-wrong-growth': ({ column, now, before, rows, others }) =>
    `${grouped(rows)} 行で「${column}」が「${now}」と「${before}」から計算した値と一致しません。ほかの ${grouped(others)} 行では一致します。`,
  'found-summaries-unlike-detail': ({ column, table, rows, others, group, stated, computed }) =>
    `「${column}」は ${grouped(others)} 行で「${table}」の行の合計と一致しますが、${grouped(rows)} 行では一致しません。たとえば${quoted(group)}は ${grouped(stated)} ですが、合計は ${grouped(computed)} です。`,
  'found-missing-period-columns': ({ table, before, after, missing }) =>
    `「${table}」の期間の列が ${grouped(missing)} つ抜けています（「${before}」と「${after}」の間など）。`,
  'found-missing-periods': ({ column, before, after, missing }) =>
    `「${column}」の期間が ${grouped(missing)} つ抜けています（「${before}」と「${after}」の間など）。`,
  'found-unbalanced-vouchers': ({ odd, all, rows }) =>
    `${grouped(all)} 件の伝票のうち ${grouped(odd)} 件（${grouped(rows)} 行）で、借方と貸方が一致しません。`,
  'found-orphan-references': ({ count, column, rows, table, others, values }) =>
    `「${column}」の ${grouped(count)} 種類の値（${grouped(rows)} 行）が「${table}」にありません: ${listed(values)}（ほかの ${others} 種類はあります）`,
  'found-differs-between-tables': ({ column, table, rows, both, key, here, there, at }) =>
    `「${key}」が同じ ${both} 行のうち ${grouped(rows)} 行で、「${column}」が「${table}」と異なります。たとえば${quoted(at)}では、${quoted(here)}と${quoted(there)}です。`,
  'found-zeros-lost-in-numbers': ({ column, rows }) =>
    `「${column}」が数値として保存されているため、${grouped(rows)} 行で先頭のゼロが失われています。`,
  'found-zeros-lost-in-codes': ({ column, digits, rows, values }) =>
    `「${column}」のコードは先頭のゼロを含めて ${digits} 桁ですが、${grouped(rows)} 行では足りません: ${listed(values)}`,
  'found-cut-digits': ({ column, rows, digits, value }) =>
    `「${column}」の ${digits} 桁を超える ${grouped(rows)} 個の数値は、すべて ${grouped(value)} のようにゼロで終わっています。表計算ソフトによって、${digits} 桁より後の数字が失われています。`,
  'found-scientific-codes': ({ column, rows, values }) =>
    `「${column}」に、指数表記になったコードが ${grouped(rows)} 個あります: ${listed(values)}`,
  'found-dates-made-of-codes': ({ column, rows, values }) =>
    `「${column}」はコードの列ですが、日付に見える値が ${grouped(rows)} 個あります: ${listed(values)}。表計算ソフトは 1-2 のようなコードを日付に変えます。`,
  'found-key-with-two-names': ({ count, code, name, others, first }) =>
    `「${code}」の ${grouped(count)} 個の値に、複数の「${name}」があります（例: ${quoted(first)}）。ほかの ${others} 個では一つです。`,
  'found-mixed-units': ({ column, usual, rows, others, values }) =>
    `「${column}」の単位はほとんど ${usual} ですが、${grouped(rows)} 行は${listed(others)}です: ${listed(values)}`,
  'found-empty-columns': ({ columns }) => `${listed(columns)}は、すべての行で空です。`,
  'found-constant-columns': ({ columns, values }) =>
    `${listed(columns)}は、すべての行で同じ値です: ${listed(values)}`,
  'found-blank-rows': ({ table, rows }) => `「${table}」の ${grouped(rows)} 行に、値が一つもありません。`,
  'found-missing-values': ({ column, rows, all }) =>
    `「${column}」が ${grouped(all)} 行のうち ${grouped(rows)} 行で空です。`,
  'found-missing-keys': ({ column, rows, all }) =>
    `「${column}」が ${grouped(all)} 行のうち ${grouped(rows)} 行で空です。ほかの行ではキーになっています。`,
  'found-missing-values-in-columns': ({ count, all, columns }) =>
    `ほぼ埋まっている ${grouped(count)} 列に、${grouped(all)} 行のうち数行だけ空のセルがあります: ${listed(columns)}`,
  'found-placeholders': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 行に、値の代わりに仮の文字が入っています: ${listed(values)}`,
  'found-future-dates': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 個の日付だけが未来です: ${listed(values)}`,
  'found-far-dates': ({ column, rows, low, high, values }) =>
    `「${column}」の ${grouped(rows)} 個の日付が、ほかの日付（${low} から ${high}）と大きく離れています: ${listed(values)}`,
  'found-swapped-day-month': ({ column, rows, low, high, values }) =>
    `「${column}」の ${grouped(rows)} 個の日付が ${low} から ${high} の外にありますが、日と月を入れ替えると収まります: ${listed(values)}`,
  'found-end-before-start': ({ end, start, rows, ended, started }) =>
    `${grouped(rows)} 行で「${end}」が「${start}」より前です。たとえば ${ended} は ${started} より前です。`,
  'found-duplicate-key': ({ column, distinct, filled, rows, first }) =>
    `「${column}」は ${grouped(filled)} 行に ${grouped(distinct)} 種類の値がありますが、${grouped(rows)} 行で値が重複しています（例: ${quoted(first)}）。`,
  'found-duplicate-rows': ({ table, rows }) =>
    `「${table}」の ${grouped(rows)} 行が、すべての列でほかの行と同じです。`,
  'found-near-duplicate-rows': ({ table, rows }) =>
    `「${table}」の ${grouped(rows)} 行が、大文字と小文字、空白、キーの違いを除いて、ほかの行と同じです。`,
  'found-invalid-e-mail': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 件が、メールアドレスとして正しくありません: ${listed(values)}`,
  'found-invalid-phone': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 件が、電話番号として正しくありません: ${listed(values)}`,
  'found-invalid-japanese-phone': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 件が、10 桁か 11 桁の電話番号として正しくありません: ${listed(values)}`,
  'found-invalid-postal-code': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 件が、郵便番号として正しくありません: ${listed(values)}`,
  'found-invalid-corporate-number': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 件が法人番号として正しくありません: ${listed(values)}。13 桁でないか、チェックデジットが合いません。`,
  'found-negative-numbers': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 個の数値だけが負です: ${listed(values)}`,
  'found-positive-numbers': ({ column, rows, values }) =>
    `「${column}」の ${grouped(rows)} 個の数値だけが正です: ${listed(values)}`,
  'found-unit-jumps': ({ column, rows, low, high, values }) =>
    `「${column}」の ${grouped(rows)} 個の数値が、ほかの数値（${grouped(low)} から ${grouped(high)}）と 1,000 倍以上離れています: ${listed(values)}`,
  'found-outliers': ({ column, rows, low, high, values }) =>
    `「${column}」の ${grouped(rows)} 個の数値が、ほかの数値（98% が ${grouped(low)} から ${grouped(high)}）と大きく離れています: ${listed(values)}`,
  'found-outlying-rows': ({ table, rows, count, columns }) =>
    `「${table}」の ${grouped(rows)} 行が、${grouped(count)} 列でほかの行と大きく離れています: ${listed(columns)}`,
  'found-untagged-personal-data': ({ column, kind }) =>
    `「${column}」には${personalKinds[kind]}が入っているようですが、タグがないため、ルールで保護されません。`,
  'found-sequence-gaps': ({ column, missing, gaps, from, to }) => {
    const first = from === to ? grouped(from) : `${grouped(from)} から ${grouped(to)}`;
    return `「${column}」の連番に、${grouped(gaps)} か所で ${grouped(missing)} 個の欠番があります（例: ${first}）。`;
  },
  'found-date-gaps': ({ column, step, first, last, missing, before, after }) =>
    `「${column}」は ${first} から ${last} まで毎${steps[step]}ありますが、${grouped(missing)} 件が抜けています。たとえば ${before} と ${after} の間にありません。`,
  'found-overlapping-periods': ({ table, rows, owner, started, ended }) => {
    const within = owner === null ? '' : `同じ「${owner}」の`;
    return `「${table}」の ${grouped(rows)} 個の期間が、${within}前の期間が終わる前に始まっています。${started} は ${ended} より前です。`;
  },
  'found-spellings': ({ column, count, rows, difference, pairs }) => {
    const shown = pairs.map(({ other, usual }) => `${quoted(other)}と${quoted(usual)}`).join('、');
    return `「${column}」の ${grouped(count)} 種類の値（${grouped(rows)} 行）に表記ゆれがあります（${spellingDifferences[difference]}）: ${shown}`;
  },
  'found-mixed-width': ({ column, rows, values }) =>
    `「${column}」は半角ですが、${grouped(rows)} 行だけ全角です: ${listed(values)}`,
  'found-stale-table': ({ table }) => `「${table}」の元の表が変わったため、再計算が必要です。`,
  'found-number-as-text': ({ column, value }) =>
    `「${column}」には${quoted(value)}のような数値だけが、文字列として入っています。合計できず、並べ替えも先頭の文字の順になります。`,
  'found-dates-in-several-forms': ({ column, usual, others, rows, value }) =>
    `「${column}」の日付は文字列で、書式が混ざっています。ほとんどは ${usual} ですが、${grouped(rows)} 行は${listed(others)}です（例: ${quoted(value)}）。`,
  'found-date-as-text': ({ column, form, value }) =>
    `「${column}」の日付は${quoted(value)}のような文字列（${form}）で、日付として比較されません。`,
  'found-mixed-types': ({ column, kind, rows, values }) =>
    `「${column}」は${kinds[kind]}の列ですが、${grouped(rows)} 行のために列全体が文字列になっています: ${listed(values)}`,
  'found-total-rows': ({ table, column, rows, values }) =>
    `「${table}」の ${grouped(rows)} 行は合計行です（「${column}」が${listed(values)}）。集計すると二重に数えられます。`,
  'found-row-totals': ({ column, parts, others, rows, stated, computed }) =>
    `「${column}」は ${grouped(others)} 行で${listed(parts)}の合計ですが、${rows} 行では異なります。${grouped(stated)} とありますが、合計は ${grouped(computed)} です。`,
  'found-shares-not-whole': ({ column, count, sum, whole }) =>
    `「${column}」の ${grouped(count)} 件の構成比の合計が ${whole} ではなく ${grouped(sum)} です。`,
  'found-by-model': ({ text }) => text,
  'found-hiding-overrides': ({ cells }) =>
    `${grouped(cells)} セルで、編集した値に隠れている元の値が、その後変わっています。`,
  'found-overwritten-cells': ({ cells }) =>
    `${grouped(cells)} セルが、統合の前に、ここでもファイルでも変更されていました。ファイルの値が使われています。`,
} satisfies Partial<InJapanese>;
