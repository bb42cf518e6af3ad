import { OFFICE, XML } from '../package-parts.js';
import type { ChartCells, WorkbookChart } from './chart-content.js';
import { chartTitle, labelText, NO_LINE, shape, solid } from './chart-looks.js';
import { chartPlot } from './chart-plots.js';
import { ChartReferences } from './chart-references.js';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

export function chartPath(number: number): string {
  return `xl/charts/chart${number}.xml`;
}

/** The part of a chart over cells of its workbook. The order of elements is that of the schema, which Excel insists on. */
export function chartPart(chart: WorkbookChart, cells: ChartCells): string {
  const title = chartTitle(chart.title, chart.notes);
  const hasLegend = chart.kind === 'pie' || chart.series.length > 1;
  return `${XML}<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}">\
<c:roundedCorners val="0"/><c:chart>${title}<c:autoTitleDeleted val="${title === '' ? 1 : 0}"/>\
<c:plotArea><c:layout/>${chartPlot(chart, new ChartReferences(cells))}</c:plotArea>\
${hasLegend ? legend(chart.kind === 'pie' ? 'r' : 't') : ''}<c:plotVisOnly val="1"/>\
<c:dispBlanksAs val="${blanksOf(chart)}"/></c:chart>${shape(solid('FFFFFF') + NO_LINE)}</c:chartSpace>`;
}

const legend = (position: 'r' | 't') =>
  `<c:legend><c:legendPos val="${position}"/><c:overlay val="0"/>${labelText()}</c:legend>`;

/** A line goes on over places without a value, and a stack has nothing of a part there. */
function blanksOf({ kind }: WorkbookChart): 'gap' | 'span' | 'zero' {
  if (kind === 'area') return 'zero';
  return kind === 'line' || kind === 'course' ? 'span' : 'gap';
}
