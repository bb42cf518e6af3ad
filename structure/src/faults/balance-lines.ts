/** The lines of a balance sheet that must agree; `both` is liabilities and equity in one. */
export type BalanceLine = 'assets' | 'liabilities' | 'equity' | 'both';

const lines: Readonly<Record<BalanceLine, RegExp>> = {
  assets: /^total assets$|^(?:総資産|資産の?部?(?:の?)合計)$/,
  both: /^total liabilities (?:and|&) (?:.+ )?equity$|^(?:負債[・及び]*純資産|負債[・及び]*資本)の?部?(?:の?)合計$/,
  liabilities: /^total liabilities$|^(?:総負債|負債の?部?(?:の?)合計)$/,
  equity:
    /^total (?:(?:share|stock)holders'? |owners?'? |owner's )?equity$|^total net assets$|^(?:純資産|資本)の?部?(?:の?)合計$/,
};

/** Which of these lines a label names; undefined for every other label. */
export function balanceLine(label: string): BalanceLine | undefined {
  const text = label.normalize('NFKC').replaceAll('’', "'").trim().toLowerCase();
  const closed = /[ぁ-龠]/.test(text) ? text.replaceAll(/\s/g, '') : text;
  return (Object.keys(lines) as BalanceLine[]).find((line) => lines[line].test(closed));
}
