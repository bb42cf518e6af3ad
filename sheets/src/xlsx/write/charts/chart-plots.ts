import { axisIds, chartAxes } from './chart-axes.js';
import type { ChartSeries, WorkbookChart } from './chart-content.js';
import { labelText, line, NO_LINE, shape, solid } from './chart-looks.js';
import type { ChartReferences } from './chart-references.js';

/** A thinner slice has no label, which would lie over its neighbour's. */
const MIN_LABELLED_SHARE = 0.03;
/** Markers of more points would hide the line. */
const MAX_MARKED = 60;

/** What is plotted, and its axes. */
export function chartPlot(chart: WorkbookChart, references: ChartReferences): string {
  switch (chart.kind) {
    case 'bar':
    case 'lyingBar':
    case 'stackedBar':
    case 'stackedLyingBar':
      return bars(chart, references) + chartAxes(chart);
    case 'line':
      return lines(chart, references) + chartAxes(chart);
    case 'area':
      return areas(chart, references) + chartAxes(chart);
    case 'scatter':
    case 'course':
      return points(chart, references) + chartAxes(chart);
    case 'pie':
      return pie(chart, references);
  }
}

function bars(chart: WorkbookChart, references: ChartReferences): string {
  const isStacked = chart.kind === 'stackedBar' || chart.kind === 'stackedLyingBar';
  const isLying = chart.kind === 'lyingBar' || chart.kind === 'stackedLyingBar';
  const series = seriesOf(chart, references, (one, i) =>
    [
      shape(solid(one.color) + NO_LINE),
      '<c:invertIfNegative val="0"/>',
      overPlaces(chart, references, one, i),
    ].join(''),
  );
  return `<c:barChart><c:barDir val="${isLying ? 'bar' : 'col'}"/><c:grouping val="${isStacked ? 'stacked' : 'clustered'}"/>\
<c:varyColors val="0"/>${series}<c:gapWidth val="50"/><c:overlap val="${isStacked ? 100 : 0}"/>${axisIds}</c:barChart>`;
}

function lines(chart: WorkbookChart, references: ChartReferences): string {
  const series = seriesOf(chart, references, (one, i) =>
    [
      shape(line(one.color, 2.25)),
      marker(chart, one),
      overPlaces(chart, references, one, i),
      '<c:smooth val="0"/>',
    ].join(''),
  );
  return `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${series}<c:marker val="1"/>${axisIds}</c:lineChart>`;
}

function areas(chart: WorkbookChart, references: ChartReferences): string {
  const series = seriesOf(chart, references, (one, i) =>
    [shape(solid(one.color) + NO_LINE), overPlaces(chart, references, one, i)].join(''),
  );
  return `<c:areaChart><c:grouping val="stacked"/><c:varyColors val="0"/>${series}${axisIds}</c:areaChart>`;
}

function points(chart: WorkbookChart, references: ChartReferences): string {
  const isCourse = chart.kind === 'course';
  const series = seriesOf(chart, references, (one, i) =>
    [
      shape(isCourse ? line(one.color, 2.25) : NO_LINE),
      isCourse ? marker(chart, one) : dot(one, 5),
      references.places('xVal', chart.places),
      references.values('yVal', i, one.values, chart.numberFormat),
      '<c:smooth val="0"/>',
    ].join(''),
  );
  return `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${series}${axisIds}</c:scatterChart>`;
}

function pie(chart: WorkbookChart, references: ChartReferences): string {
  const series = seriesOf(chart, references, (one, i) =>
    [slices(one), sliceLabels(one), overPlaces(chart, references, one, i)].join(''),
  );
  return `<c:pieChart><c:varyColors val="1"/>${series}<c:firstSliceAng val="0"/></c:pieChart>`;
}

const slices = ({ sliceColors = [] }: ChartSeries) =>
  sliceColors
    .map(
      (color, i) =>
        `<c:dPt><c:idx val="${i}"/><c:bubble3D val="0"/>${shape(solid(color) + line('FFFFFF', 1.5))}</c:dPt>`,
    )
    .join('');

function sliceLabels({ values }: ChartSeries): string {
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const thin = values.flatMap((value, i) =>
    (value ?? 0) / total < MIN_LABELLED_SHARE
      ? [`<c:dLbl><c:idx val="${i}"/><c:delete val="1"/></c:dLbl>`]
      : [],
  );
  return `<c:dLbls>${thin.join('')}<c:numFmt formatCode="0%" sourceLinked="0"/><c:spPr><a:noFill/>${NO_LINE}</c:spPr>${labelText()}\
<c:dLblPos val="outEnd"/><c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="0"/>\
<c:showPercent val="1"/><c:showBubbleSize val="0"/><c:showLeaderLines val="0"/></c:dLbls>`;
}

/** Each series with its name and what `contentOf` says of it. */
function seriesOf(
  { series }: WorkbookChart,
  references: ChartReferences,
  contentOf: (series: ChartSeries, index: number) => string,
): string {
  const all = series.map(
    (one, i) =>
      `<c:ser><c:idx val="${i}"/><c:order val="${i}"/>${references.nameOf(i, one.name)}${contentOf(one, i)}</c:ser>`,
  );
  return all.join('');
}

const overPlaces = (
  { places, numberFormat }: WorkbookChart,
  references: ChartReferences,
  { values }: ChartSeries,
  index: number,
) => references.places('cat', places) + references.values('val', index, values, numberFormat);

const dot = ({ color }: ChartSeries, size: number) =>
  `<c:marker><c:symbol val="circle"/><c:size val="${size}"/>${shape(solid(color) + NO_LINE)}</c:marker>`;

function marker({ places, series }: WorkbookChart, one: ChartSeries): string {
  const isMarked = places.values.length * series.length <= MAX_MARKED;
  return isMarked ? dot(one, 5) : '<c:marker><c:symbol val="none"/></c:marker>';
}
