import type { ReportBlock, ReportChart, ReportTable, XlsxReport } from '../report-content.js';
import { reportLooks } from '../report-looks.js';
import type { XlsxColumn } from '../workbook-content.js';

/** A sheet of the figures that charts are drawn from, each under its name: whoever edits them edits the chart. */
export function figuresOf(
  { title, asOf, words }: XlsxReport,
  charts: readonly ReportChart[],
): { sheet: XlsxReport; tables: ReportTable[] } {
  const tables = charts.map(tableOf);
  const blocks = charts.flatMap((chart, i): ReportBlock[] => [
    { kind: 'heading', level: 3, text: chart.chart.title ?? chart.description },
    tables[i] as ReportTable,
  ]);
  return { sheet: { name: words.chartFigures, title, asOf, words, blocks }, tables };
}

function tableOf({ chart: { places, series, numberFormat } }: ReportChart): ReportTable {
  const values = [places.values, ...series.map((one) => one.values)];
  const columns: XlsxColumn[] = [
    {
      name: places.title,
      meaning: places.of === 'days' ? 'date' : 'number',
      ...(places.of !== 'texts' && { numberFormat: places.numberFormat }),
      look: { ...reportLooks.tableCell, align: 'left', indent: 1 },
    },
    ...series.map(
      ({ name }): XlsxColumn => ({
        name,
        meaning: 'number',
        numberFormat,
        look: { ...reportLooks.tableCell, align: 'right', indent: 1 },
      }),
    ),
  ];
  const rowCount = places.values.length;
  return {
    kind: 'table',
    showHeadings: true,
    columns,
    rowCount,
    batches: batchesOf({ rowCount, columns: values }),
    sample: async () => values,
    totals: [],
  };
}

async function* batchesOf<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield batch;
}
