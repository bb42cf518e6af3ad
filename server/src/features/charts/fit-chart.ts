import { type ChartShape, isMoment } from '../../core/chart-parameters.js';
import type { ChartRows } from './chart-rows.js';
import type { Fitting } from './chart-spec.js';
import { fitLabels, textWidth } from './fit-labels.js';

/** About what the axis of values and the margins take. */
const BESIDE_PLOT = 110;
const BETWEEN_LABELS = 8;
const TURNED_LABEL = 13;
const LEGEND_SYMBOL = 34;

/** Fits labels and legend of a chart to its width; the labels that it breaks are broken in the rows too. */
export function fitChart(
  shape: ChartShape,
  { rows, categories, series, otherSeries }: ChartRows,
  width: number,
): { rows: ChartRows['rows']; fitting: Fitting } {
  const fitting: Fitting = { categories, series, otherSeries, legendColumns: legendColumns(series, width) };
  if (categories.length === 0 || shape.orientation === 'horizontal') return { rows, fitting };
  const plot = width - BESIDE_PLOT - (shape.chart_type === 'heatmap' ? widest(series) + 60 : 0);
  const band = Math.max(plot, 1) / categories.length;
  if (shape.x && isMoment(shape.x.type))
    return {
      rows,
      fitting: {
        ...fitting,
        categoryAxis: { values: everyNth(categories, (widest(categories) + BETWEEN_LABELS) / band) },
      },
    };
  const { lines, isUpright } = fitLabels(categories, band - BETWEEN_LABELS);
  if (!isUpright) {
    const turned = { labelAngle: -45, labelAlign: 'right', labelBaseline: 'middle', labelLimit: 130 };
    return {
      rows,
      fitting: { ...fitting, categoryAxis: { ...turned, values: everyNth(categories, TURNED_LABEL / band) } },
    };
  }
  return {
    rows: rows.map((row) => ({ ...row, x: lines.get(row.x as string) ?? row.x })),
    fitting: { ...fitting, categories: categories.map((label) => lines.get(label) ?? label) },
  };
}

function everyNth(labels: readonly string[], needed: number): string[] {
  const step = Math.max(Math.ceil(needed), 1);
  return labels.filter((_, i) => i % step === 0);
}

function legendColumns(series: readonly string[], width: number): number | undefined {
  if (series.length === 0) return undefined;
  return Math.max(Math.floor((width - 40) / (Math.min(widest(series), 200) + LEGEND_SYMBOL)), 1);
}

function widest(labels: readonly string[]): number {
  return Math.max(...labels.map((label) => textWidth(label)), 0);
}
