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
