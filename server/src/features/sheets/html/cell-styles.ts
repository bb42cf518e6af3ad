import type { CellStyle } from '../../../core/cell-style.js';

/** Styles as classes of one style sheet: the policy of the page allows no style attributes. */
export class StyleClasses {
  readonly #classes = new Map<string, string>();

  /** Undefined if the style changes nothing. */
  of(style: CellStyle | undefined): string | undefined {
    const rules = style ? rulesOf(style) : '';
    if (rules === '') return undefined;
    const known = this.#classes.get(rules);
    if (known !== undefined) return known;
    const name = `s${this.#classes.size}`;
    this.#classes.set(rules, name);
    return name;
  }

  css(): string {
    return [...this.#classes].map(([rules, name]) => `tbody tr td.${name}{${rules}}`).join('');
  }
}

const colour = /^#[0-9a-f]{6}$/i;

function rulesOf({ bold, italic, underline, color, background, align }: CellStyle): string {
  const rules = {
    'font-weight': bold && '600',
    'font-style': italic && 'italic',
    'text-decoration': underline && 'underline',
    color: color && colour.test(color) && color,
    background: background && colour.test(background) && background,
    'text-align': align && ['left', 'center', 'right'].includes(align) && align,
  };
  return Object.entries(rules)
    .flatMap(([name, value]) => (value ? [`${name}:${value}`] : []))
    .join(';');
}
