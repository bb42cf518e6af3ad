import type { WorkbookChart } from './chart-content.js';
import { axisLine, axisTitle, gridLines, labelText, NO_LINE, shape } from './chart-looks.js';
import { chartText } from './chart-references.js';

const PLACES = 1;
const VALUES = 2;
export const axisIds = `<c:axId val="${PLACES}"/><c:axId val="${VALUES}"/>`;

/** The axes of a chart, the places first; a pie has none. */
export function chartAxes(chart: WorkbookChart): string {
  const isLying = chart.kind === 'lyingBar' || chart.kind === 'stackedLyingBar';
  const isScale = chart.kind === 'scatter' || chart.kind === 'course';
  const places = isScale
    ? scale(chart)
    : chart.places.of === 'days'
      ? calendar(chart)
      : categories(chart, isLying);
  const values = `<c:valAx>${begin(VALUES, isLying ? 'b' : 'l')}${gridLines}${axisTitle(chart.valueTitle)}\
${numberFormat(chart.numberFormat)}${marks('none', shape(NO_LINE), isLying ? 'nextTo' : 'low')}${labelText()}\
${crossing(PLACES, isLying ? 'max' : 'autoZero')}<c:crossBetween val="${isScale || chart.kind === 'area' ? 'midCat' : 'between'}"/></c:valAx>`;
  return places + values;
}

/** The first of lying bars is at the top. */
function categories({ places }: WorkbookChart, isLying: boolean): string {
  return `<c:catAx>${begin(PLACES, isLying ? 'l' : 'b', isLying ? 'maxMin' : 'minMax')}${axisTitle(places.title)}\
${numberFormat('General')}${marks('none', axisLine)}${labelText()}${crossing(VALUES)}\
<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>`;
}

function calendar({ places }: WorkbookChart): string {
  if (places.of !== 'days') return '';
  return `<c:dateAx>${begin(PLACES, 'b')}${axisTitle(places.title)}${numberFormat(places.numberFormat)}\
${marks('out', axisLine)}${labelText()}${crossing(VALUES)}\
<c:auto val="0"/><c:lblOffset val="100"/><c:baseTimeUnit val="${places.unit}"/></c:dateAx>`;
}

function scale({ places }: WorkbookChart): string {
  const format = places.of === 'texts' ? 'General' : places.numberFormat;
  return `<c:valAx>${begin(PLACES, 'b')}${axisTitle(places.title)}${numberFormat(format)}\
${marks('out', axisLine)}${labelText()}${crossing(VALUES)}<c:crossBetween val="midCat"/></c:valAx>`;
}

const begin = (id: number, position: 'b' | 'l', orientation = 'minMax') =>
  `<c:axId val="${id}"/><c:scaling><c:orientation val="${orientation}"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>`;

const numberFormat = (code: string) => `<c:numFmt formatCode="${chartText(code)}" sourceLinked="0"/>`;

/** Labels stand at the edge of the plot, also beside values below zero. */
const marks = (major: 'none' | 'out', look: string, labels: 'low' | 'nextTo' = 'low') =>
  `<c:majorTickMark val="${major}"/><c:minorTickMark val="none"/><c:tickLblPos val="${labels}"/>${look}`;

const crossing = (axis: number, at: 'autoZero' | 'max' = 'autoZero') =>
  `<c:crossAx val="${axis}"/><c:crosses val="${at}"/>`;
