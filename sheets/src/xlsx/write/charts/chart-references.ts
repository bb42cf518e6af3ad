import { columnLetters } from '../../../core/column-letters.js';
import { escapeXml, printableText } from '../xml-text.js';
import type { ChartCells, ChartPlaces } from './chart-content.js';

/** Text in a part of a chart. */
export const chartText = (text: string) => escapeXml(printableText(text));

/** References with the values that the cells have now, for programs that draw before they calculate. */
export class ChartReferences {
  constructor(private readonly cells: ChartCells) {}

  nameOf(series: number, name: string): string {
    const { headingRow } = this.cells;
    const range = this.#range(series + 1, headingRow, headingRow);
    return `<c:tx><c:strRef><c:f>${range}</c:f>${cache('str', [name])}</c:strRef></c:tx>`;
  }

  places(element: 'cat' | 'xVal', places: ChartPlaces): string {
    const range = this.#below(0);
    if (places.of === 'texts')
      return `<c:${element}><c:strRef><c:f>${range}</c:f>${cache('str', places.values)}</c:strRef></c:${element}>`;
    return `<c:${element}>${numbers(range, places.values, places.numberFormat)}</c:${element}>`;
  }

  values(
    element: 'val' | 'yVal',
    series: number,
    values: readonly (number | null)[],
    format: string,
  ): string {
    return `<c:${element}>${numbers(this.#below(series + 1), values, format)}</c:${element}>`;
  }

  #below(column: number): string {
    return this.#range(column, this.cells.headingRow + 1, this.cells.lastRow);
  }

  #range(column: number, from: number, to: number): string {
    const letters = columnLetters(column);
    const cell = (row: number) => `$${letters}$${row}`;
    return chartText(`${this.cells.sheet}!${from === to ? cell(from) : `${cell(from)}:${cell(to)}`}`);
  }
}

function numbers(range: string, values: readonly (number | null)[], format: string): string {
  return `<c:numRef><c:f>${range}</c:f>${cache('num', values, format)}</c:numRef>`;
}

function cache(kind: 'str' | 'num', values: readonly (string | number | null)[], format?: string): string {
  const points = values.map((value, i) =>
    value === null ? '' : `<c:pt idx="${i}"><c:v>${chartText(String(value))}</c:v></c:pt>`,
  );
  const code = format === undefined ? '' : `<c:formatCode>${chartText(format)}</c:formatCode>`;
  return `<c:${kind}Cache>${code}<c:ptCount val="${values.length}"/>${points.join('')}</c:${kind}Cache>`;
}
