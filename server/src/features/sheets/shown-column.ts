import type { CellStyle } from '../../core/cell-style.js';
import type { TotalFunction } from '../../core/sheet-blocks.js';
import type { GovernedColumn } from '../../workbook/governance/governed-tables.js';
import type { ViewCell } from '../../workbook/reading/view-rows.js';
import type { CellAnnotations } from './cell-annotations.js';
import { type CellForm, cellText } from './cell-text.js';

export interface ShownCell {
  text: string;
  /** That of the annotations. */
  style: CellStyle | undefined;
}

/** How the cells and totals of a column are written for readers. */
export class ShownColumn {
  readonly #form: CellForm;

  constructor(
    private readonly column: GovernedColumn,
    private readonly annotations: CellAnnotations,
  ) {
    const { id, name, type, numberFormat } = column;
    this.#form = { name, type, format: annotations.at(null, id)?.style.number_format ?? numberFormat };
  }

  /** A text longer than `longest` is cut. */
  cell(rowId: number, value: ViewCell, longest: number): ShownCell {
    const style = this.annotations.styleOf(rowId, this.column.id);
    const form = style?.number_format ? { ...this.#form, format: style.number_format } : this.#form;
    return { text: cut(cellText(value, form), longest), style };
  }

  /** `places`: the most digits that the cells have behind the point, where that is known. */
  total(fn: TotalFunction, value: ViewCell, places?: number): string {
    return cellText(value, totalForm(this.#form, fn, places));
  }
}

/** Counts are whole numbers whatever they count, and averages have more digits than what they are of. */
function totalForm(form: CellForm, fn: TotalFunction, places: number | undefined): CellForm {
  if (fn === 'count') return { name: '', type: 'BIGINT', format: undefined };
  const isWhole = form.type === 'BIGINT' || form.type === 'INTEGER';
  if (fn !== 'avg' || form.format !== undefined) return { ...form, name: '' };
  return { name: '', type: 'DOUBLE', format: isWhole ? '#,##0.0' : averageFormat(form, places) };
}

function averageFormat({ type }: CellForm, places: number | undefined): string | undefined {
  const scale = /,(\d+)\)$/.exec(type)?.[1];
  const digits =
    scale === undefined ? (places === undefined ? undefined : Math.max(places, 1)) : Number(scale);
  return digits === undefined ? undefined : `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).replace(/\p{Cs}$/u, '')}…` : text;
}
