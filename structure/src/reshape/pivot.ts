import { sayOfReading } from '../reading-messages.js';
import { mean } from './column-profile.js';
import type { Hypothesis, ReshapeStep } from './plan.js';
import {
  blankCell,
  isBlank,
  namedCell,
  rowOf,
  type Table,
  type TableCell,
  type TableSample,
} from './table.js';
import { likeness, readValue } from './value-shape.js';

type Pivot = Extract<ReshapeStep, { operator: 'pivot' }>;
type Field = { name: string; value: TableCell };

const nameAndValue = /^\s*([^:：]{1,60})[:：](.*)$/s;

/** Such tables have no header: their first line is the first field of the first record. */
const linesOf = (table: TableSample) => [table.header, ...table.rows].filter((line) => !line.every(isBlank));

export function proposePivot(table: TableSample): Hypothesis[] {
  const lines = linesOf(table);
  if (table.header.length === 2)
    return repeatedNames(
      lines.map((line) => line[0]?.text.trim() ?? ''),
      'two columns',
    );
  if (table.header.length !== 1) return [];
  const texts = lines.map((line) => line[0]?.text ?? '');
  const named = repeatedNames(
    texts.map((text) => nameAndValue.exec(text)?.[1]?.trim() ?? ''),
    'name: value',
  );
  return named.length > 0 ? named : repeatedShapes(texts, table.whole);
}

/** Names that recur in the same order. */
function repeatedNames(names: readonly string[], layout: Pivot['layout']): Hypothesis[] {
  const period = names.indexOf(names[0] ?? '', 1);
  if (period < 2 || names.length < 2 * period || names.includes('')) return [];
  const kept = mean(names.map((name, at) => (name === names[at % period] ? 1 : 0)));
  if (kept < 1) return [];
  return [
    {
      step: { operator: 'pivot', period, layout },
      confidence: 0.95,
      explain: () => sayOfReading('offer-records-by-names', { names: names.slice(0, period), lines: period }),
    },
  ];
}

/** Without names, lines at the same position of each record look alike. */
function repeatedShapes(texts: readonly string[], whole: boolean): Hypothesis[] {
  const values = texts.map(readValue);
  const rhythm = (period: number) =>
    mean(values.slice(period).map((value, at) => likeness(value, values[at] ?? value)));
  const fits = Array.from({ length: 11 }, (_, at) => at + 2).filter(
    (period) => (!whole || texts.length % period === 0) && texts.length >= 3 * period,
  );
  const ranked = fits.map((period) => ({ period, alike: rhythm(period) })).sort((a, b) => b.alike - a.alike);
  const best = ranked[0];
  if (!best) return [];
  return [
    {
      step: { operator: 'pivot', period: best.period, layout: 'no names' },
      confidence: 0.3 + 0.7 * Math.max(0, best.alike - rhythm(1)),
      explain: () => sayOfReading('offer-records-by-shape', { lines: best.period }),
    },
  ];
}

export function applyPivot(table: Table, { period, layout }: Pivot): Table {
  const lines = [
    table.header,
    ...Array.from({ length: table.rowCount }, (_, row) => rowOf(table, row)),
  ].filter((line) => !line.every(isBlank));
  const names = lines.slice(0, period).map((line, place) => fieldOf(line, place, layout).name);
  return {
    header: names.map(namedCell),
    rowCount: Math.ceil(lines.length / period),
    cell: (row, column) => fieldOf(lines[row * period + column] ?? [], column, layout).value,
  };
}

function fieldOf(line: readonly TableCell[], place: number, layout: Pivot['layout']): Field {
  const cell = line[0] ?? blankCell;
  if (layout === 'two columns') return { name: cell.text.trim(), value: line[1] ?? blankCell };
  if (layout === 'no names') return { name: `field_${place + 1}`, value: cell };
  const [, name = '', value = ''] = nameAndValue.exec(cell.text) ?? [];
  return { name: name.trim(), value: { text: value.trim(), source: cell.source } };
}
