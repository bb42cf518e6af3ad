/** The number at the start of a label: `1.2` is dotted at depth 2; `(1)`, `①`, `Ⅰ`, `a)` are at any depth. */
export interface Numbering {
  style: string;
  /** `1.2` as ['1', '2']; a single part for the other styles. */
  parts: readonly string[];
}

const styles: [style: string, pattern: RegExp][] = [
  ['dotted', /^(\d{1,3}(?:[.-]\d{1,3})+)[.)]?(?=\s|\p{L})/u],
  ['dotted', /^(\d{1,3})[.)](?=\s|\p{L})/u],
  ['dotted', /^(\d{1,2})\s+(?=\p{L})/u],
  ['bracketed', /^[([](\d{1,3})[)\]]/],
  ['circled', /^([①-⑳])/],
  ['roman', /^([Ⅰ-Ⅻ])/],
  ['roman', /^([IVX]{1,5})[.)]\s/],
  ['small roman', /^\(?([ivx]{1,5})[.)]\s/],
  ['bracketed letter', /^\(([a-z])\)/],
  ['capital', /^\(?([A-Z])[.)](?=\s|[^\p{ASCII}])/u],
  ['small letter', /^([a-z])[.)](?=\s|[^\p{ASCII}])/u],
  ['katakana', /^[(（]?([アイウエオカキクケコ])[)）.．]/],
  ['chapter', /^第([\d一二三四五六七八九十]+)[章部節款項]/],
];

export function readNumbering(label: string): Numbering | null {
  const text = label.trim();
  const plain = text.normalize('NFKC');
  for (const [style, pattern] of styles) {
    // Compatibility forms are kept for the styles that consist of them: ① and Ⅰ.
    const found = pattern.exec(style === 'circled' || style === 'roman' ? text : plain)?.[1];
    if (found) return { style, parts: found.split(/[.-]/) };
  }
  return null;
}

export const numberKey = ({ style, parts }: Numbering) => `${style} ${parts.join('.')}`;

/** The key of the enclosing number: that of 1 for 1.2, and an unused one for 1. */
export const outerNumber = ({ style, parts }: Numbering) => numberKey({ style, parts: parts.slice(0, -1) });

export const isFirstNumber = ({ parts }: Numbering) => /^[1①ⅠIiAaア一]$/.test(parts.at(-1) ?? '');

const outlineNumber = /^\d{1,3}(?:\.\d{1,3})*\.?$/;

/** The number that is all of a text, as in a column of its own: `1`, `1.2`. */
export function readOutlineNumber(text: string): Numbering | null {
  const plain = text.normalize('NFKC').trim();
  return outlineNumber.test(plain) ? { style: 'dotted', parts: plain.replace(/\.$/, '').split('.') } : null;
}

/** Whether texts count as the numbers of an outline do: 1, 1.1, 1.2, 2, 2.1. Sizes such as 1, 1.5, 2 do not. */
export function countAsOutline(texts: Iterable<string>): boolean {
  let above: number[] = [];
  let nested = 0;
  for (const text of texts) {
    const parts = readOutlineNumber(text)?.parts.map(Number);
    if (!parts || parts.length > above.length + 1) return false;
    const last = parts.length - 1;
    const isNext =
      parts[last] === (above[last] ?? 0) + 1 && parts.slice(0, last).every((part, at) => part === above[at]);
    if (!isNext) return false;
    if (last > 0) nested++;
    above = parts;
  }
  return nested >= 2;
}
