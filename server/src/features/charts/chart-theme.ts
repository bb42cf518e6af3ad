import { CHART_FONTS } from '../../core/chart-fonts.js';

/** The look of charts: what a report needs, readable in print and with any colour vision. */

export const LABEL_SIZE = 11;
export const TITLE_SIZE = 16;
export const OTHER_COLOR = '#a3abb5';

/** Told apart with any colour vision, also by lightness. */
export const SERIES_COLORS = [
  '#2463a8',
  '#e58b2d',
  '#2c9a86',
  '#b2437c',
  '#73b5e0',
  '#8a6b1f',
  '#6a5aa8',
  '#d9604c',
  '#5e7f35',
  '#3d4753',
  '#c79bd0',
  '#1b7f9e',
];

const INK = '#1f2933';
export const SOFT_INK = '#52606d';

export const theme = {
  font: CHART_FONTS,
  background: '#ffffff',
  padding: { left: 16, right: 20, top: 14, bottom: 14 },
  lineBreak: '\n',
  numberFormat: ',~r',
  title: {
    anchor: 'start',
    frame: 'bounds',
    offset: 12,
    color: INK,
    fontSize: TITLE_SIZE,
    fontWeight: 600,
    subtitleColor: SOFT_INK,
    subtitleFontSize: LABEL_SIZE,
    subtitlePadding: 5,
  },
  view: { stroke: null },
  axis: {
    labelFontSize: LABEL_SIZE,
    labelColor: SOFT_INK,
    labelPadding: 6,
    labelLimit: 180,
    labelFlush: false,
    titleFontSize: LABEL_SIZE,
    titleFontWeight: 400,
    titleColor: SOFT_INK,
    titlePadding: 10,
    domainColor: '#9aa5b1',
    tickColor: '#9aa5b1',
    tickSize: 4,
    gridColor: '#e4e7eb',
  },
  axisQuantitative: { domain: false, ticks: false, tickCount: 6, labelOverlap: 'greedy', labelSeparation: 4 },
  axisBand: { grid: false, ticks: false },
  axisPoint: { grid: false },
  axisTemporal: { grid: false },
  legend: {
    orient: 'top',
    labelFontSize: LABEL_SIZE,
    labelColor: INK,
    labelLimit: 200,
    titleFontSize: LABEL_SIZE,
    titleFontWeight: 400,
    titleColor: SOFT_INK,
    symbolType: 'square',
    symbolSize: 90,
    symbolStrokeWidth: 0,
    titleOrient: 'left',
    titlePadding: 10,
    columnPadding: 16,
    rowPadding: 4,
    offset: 10,
  },
  range: {
    category: SERIES_COLORS,
    heatmap: ['#eef4fa', '#c5dbef', '#8dbae0', '#4f92cb', '#2463a8', '#143f72'],
    ramp: ['#eef4fa', '#c5dbef', '#8dbae0', '#4f92cb', '#2463a8', '#143f72'],
  },
  bar: { color: SERIES_COLORS[0] },
  line: { color: SERIES_COLORS[0], strokeWidth: 2.25, strokeJoin: 'round', strokeCap: 'round' },
  area: { color: SERIES_COLORS[0], opacity: 0.85 },
  point: { color: SERIES_COLORS[0], filled: true, size: 36, opacity: 0.65 },
  rect: { color: SERIES_COLORS[0] },
  text: { color: INK, fontSize: LABEL_SIZE },
} as const;
