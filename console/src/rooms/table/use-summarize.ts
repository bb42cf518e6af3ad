import { type SummaryAnswer, summarizeRows } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { momentType, type RangeFigures } from '../../grid/range-figures.js';
import type { GridColumn } from '../../grid/types.js';
import type { Summarize } from '../../grid/use-range-figures.js';
import { pathOf, rowsQueryOf, type TablePlace, type Viewed } from './first-rows.js';

type Figures = SummaryAnswer['groups'][number]['columns'];

/** Has the service add up rows that the page has not read, as they are filtered and sorted here. */
export function useSummarize(place: TablePlace, viewed: Viewed, rowCount = 0): Summarize {
  return async ({ first, end }, columns, signal) => {
    const { limit: _, order_by, ...rest } = rowsQueryOf(viewed);
    const isAll = first === 0 && end >= rowCount;
    const range = isAll ? {} : { ...(order_by && { order_by }), offset: first, rows: end - first };
    const query = { ...rest, ...range, columns: JSON.stringify(columns.map(({ name }) => name)) };
    const { groups } = await summarizeRows(service, { path: pathOf(place), query, signal });
    return combined(groups[0]?.columns ?? [], columns);
  };
}

/** Of several columns together. */
function combined(figures: Figures, columns: readonly GridColumn[]): RangeFigures {
  const filled = figures.reduce((sum, one) => sum + one.filled, 0);
  const numbers = figures.filter(({ sum }) => sum !== null);
  const moment = momentType(columns);
  if (numbers.length > 0)
    return {
      filled,
      numbers: {
        count: numbers.reduce((count, one) => count + one.filled, 0),
        sum: numbers.reduce((sum, one) => sum + Number(one.sum), 0),
        min: Math.min(...numbers.map(({ min }) => Number(min))),
        max: Math.max(...numbers.map(({ max }) => Number(max))),
      },
    };
  const [first] = figures;
  if (!moment || !first || first.min === null) return { filled };
  const texts = (key: 'min' | 'max') => figures.map((one) => String(one[key])).sort();
  return { filled, moments: { type: moment, min: texts('min')[0], max: texts('max').at(-1) } };
}
