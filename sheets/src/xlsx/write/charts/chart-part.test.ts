import { expect, test } from 'vitest';
import type { ChartPlaces, WorkbookChart } from './chart-content.js';
import { chartPart } from './chart-part.js';

const texts: ChartPlaces = { of: 'texts', title: 'shop', values: ['A & B', 'C'] };
const days: ChartPlaces = {
  of: 'days',
  title: 'day',
  values: [46023, 46054],
  numberFormat: 'yyyy-mm',
  unit: 'months',
};
const numbers: ChartPlaces = { of: 'numbers', title: 'size', values: [1, 2.5], numberFormat: 'General' };
const placesOf: Record<WorkbookChart['kind'], ChartPlaces> = {
  bar: texts,
  stackedBar: texts,
  lyingBar: texts,
  stackedLyingBar: texts,
  line: days,
  area: texts,
  pie: texts,
  scatter: numbers,
  course: numbers,
};
const kinds = Object.keys(placesOf) as WorkbookChart['kind'][];

function partOf(kind: WorkbookChart['kind']): string {
  const sliceColors = kind === 'pie' ? { sliceColors: ['2463A8', 'E58B2D'] } : {};
  const series = [
    { name: 'North', color: '2463A8', values: [1, null], ...sliceColors },
    { name: 'South', color: 'E58B2D', values: [0.01, 3] },
  ];
  const chart: WorkbookChart = {
    kind,
    title: 'Takings <2026>',
    notes: ['The 2 largest of 9'],
    places: placesOf[kind],
    series: kind === 'pie' ? series.slice(0, 1) : series,
    valueTitle: 'takings (total)',
    numberFormat: '#,##0',
  };
  return chartPart(chart, { sheet: "'Chart figures'", headingRow: 2, lastRow: 4 });
}

/** The children of each element in the order of ECMA-376 part 1, 21.2; a choice of several is one step. */
const axis =
  'axId scaling delete axPos majorGridlines title numFmt majorTickMark minorTickMark tickLblPos spPr txPr crossAx crosses';
const order: Record<string, string> = {
  chartSpace: 'roundedCorners chart spPr txPr',
  chart: 'title autoTitleDeleted plotArea legend plotVisOnly dispBlanksAs',
  title: 'tx layout overlay spPr txPr',
  plotArea: 'layout barChart|lineChart|areaChart|pieChart|scatterChart valAx|catAx|dateAx spPr',
  barChart: 'barDir grouping varyColors ser dLbls gapWidth overlap axId',
  lineChart: 'grouping varyColors ser dLbls marker axId',
  areaChart: 'grouping varyColors ser dLbls axId',
  pieChart: 'varyColors ser dLbls firstSliceAng',
  scatterChart: 'scatterStyle varyColors ser dLbls axId',
  ser: 'idx order tx spPr invertIfNegative marker dPt dLbls cat|xVal val|yVal smooth',
  dPt: 'idx bubble3D spPr',
  dLbls:
    'dLbl numFmt spPr txPr dLblPos showLegendKey showVal showCatName showSerName showPercent showBubbleSize showLeaderLines',
  dLbl: 'idx delete',
  marker: 'symbol size spPr',
  catAx: `${axis} auto lblAlgn lblOffset noMultiLvlLbl`,
  dateAx: `${axis} auto lblOffset baseTimeUnit`,
  valAx: `${axis} crossBetween`,
  legend: 'legendPos overlay spPr txPr',
  strRef: 'f strCache',
  numRef: 'f numCache',
  strCache: 'ptCount pt',
  numCache: 'formatCode ptCount pt',
};

/** The names of the children of each element, with its own name. */
function families(xml: string): { name: string; children: string[] }[] {
  const all: { name: string; children: string[] }[] = [];
  const open = [{ name: '', children: [] as string[] }];
  for (const [, isEnd, name = '', isEmpty] of xml.matchAll(/<(\/?)[ac]:(\w+)[^>]*?(\/?)>/g)) {
    if (isEnd) all.push(open.pop() as (typeof open)[number]);
    else {
      open.at(-1)?.children.push(name);
      if (!isEmpty) open.push({ name, children: [] });
    }
  }
  expect(open).toHaveLength(1);
  return all;
}

test.each(kinds)('the elements of a %s chart are in the order of the schema', (kind) => {
  for (const { name, children } of families(partOf(kind))) {
    const steps = order[name]?.split(' ').map((step) => step.split('|'));
    if (!steps) continue;
    const places = children.map((child) => steps.findIndex((step) => step.includes(child)));
    expect({ name, children, places }).toEqual({ name, children, places: [...places].sort((a, b) => a - b) });
    expect(places).not.toContain(-1);
  }
});

test('a chart refers to cells, and has the values that they have', () => {
  const bar = partOf('bar');
  expect(bar).toContain('<c:f>\'Chart figures\'!$A$3:$A$4</c:f><c:strCache><c:ptCount val="2"/>');
  expect(bar).toContain('<c:pt idx="0"><c:v>A &amp; B</c:v></c:pt>');
  expect(bar).toContain("<c:f>'Chart figures'!$C$2</c:f>");
  expect(bar).toContain(
    '<c:f>\'Chart figures\'!$B$3:$B$4</c:f><c:numCache><c:formatCode>#,##0</c:formatCode><c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache>',
  );
  expect(bar).toContain('<a:t>Takings &lt;2026&gt;</a:t>');
  expect(bar).toContain('<a:t>The 2 largest of 9</a:t>');
});

test('the first of lying bars is at the top, with the values below', () => {
  expect(partOf('lyingBar')).toMatch(/<c:catAx>.*orientation val="maxMin".*<c:valAx>.*crosses val="max"/);
});
