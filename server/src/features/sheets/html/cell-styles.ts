import type { CellStyle } from '../../../core/cell-style.js';
import type { Annotation } from '../../../workbook/reading/annotations.js';

/** The annotations of a table by place. A cell's own style wins over that of its row, and that over its column's. */
export class CellAnnotations {
  readonly #places = new Map<string, Annotation>();

  constructor(annotations: readonly Annotation[]) {
    for (const annotation of annotations)
      this.#places.set(placeOf(annotation.rowId, annotation.column?.id ?? null), annotation);
  }

  at(rowId: number | null, columnId: string | null): Annotation | undefined {
    return this.#places.get(placeOf(rowId, columnId));
  }

  styleOf(rowId: number, columnId: string): CellStyle | undefined {
    const [column, row, cell] = [
      this.at(null, columnId)?.style,
      this.at(rowId, null)?.style,
      this.at(rowId, columnId)?.style,
    ];
    return column || row || cell ? { ...said(column), ...said(row), ...said(cell) } : undefined;
  }
}

const placeOf = (rowId: number | null, columnId: string | null) => `${rowId ?? ''} ${columnId ?? ''}`;

/** What is null is left to a wider annotation. */
function said(style: CellStyle | undefined): CellStyle {
  return Object.fromEntries(Object.entries(style ?? {}).filter(([, value]) => value !== null));
}

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
