/** A chart that a spreadsheet program draws itself, from cells that it refers to. */
export interface WorkbookChart {
  kind:
    | 'bar'
    | 'stackedBar'
    | 'lyingBar'
    | 'stackedLyingBar'
    | 'line'
    | 'area'
    | 'pie'
    | 'scatter'
    | 'course';
  title: string | null;
  /** What the chart does not show, below the title. */
  notes: readonly string[];
  /** What its places stand for: texts below the axis, days of a calendar, or numbers of a scale. */
  places: ChartPlaces;
  series: readonly ChartSeries[];
  valueTitle: string | null;
  /** Of the values. */
  numberFormat: string;
}

/** A `course` is a line over a scale; it and `scatter` have numbers, and dates as serials with their format. */
export type ChartPlaces = { title: string } & (
  | { of: 'texts'; values: readonly string[] }
  | { of: 'days'; values: readonly number[]; numberFormat: string; unit: 'days' | 'months' | 'years' }
  | { of: 'numbers'; values: readonly number[]; numberFormat: string }
);

export interface ChartSeries {
  name: string;
  /** As RRGGBB. */
  color: string;
  /** One for each place. */
  values: readonly (number | null)[];
  /** Of the slices of a pie, one for each place. */
  sliceColors?: readonly string[];
}

/** Where the figures of a chart are: a column of places, and one for each series, below their names. */
export interface ChartCells {
  /** As formulas spell it. */
  sheet: string;
  headingRow: number;
  lastRow: number;
}
