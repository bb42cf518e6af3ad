/** What a chart is drawn from, as the service answers it for the same picture. */
export interface DrawnChart {
  /** In Vega-Lite, without data. */
  spec: Record<string, unknown>;
  rows: ChartRow[];
  /** What of the data is not shown. */
  notes: string[];
  time_unit: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | null;
  /** Whether the specification was changed by hand: then it is only drawn by the service, which bounds what that may cost. */
  has_config: boolean;
}

export interface ChartRow extends Record<string, unknown> {
  /** What the table holds where the chart has a label; without what was combined of several values. */
  from?: { x?: string | number | null; series?: string | number | null };
}

interface Legend {
  field: string;
  title: string | undefined;
  items: { label: string; colour: string }[];
}

interface Encoded {
  encoding?: {
    color?: {
      field?: string;
      type?: string;
      title?: string;
      legend?: { title?: string } | null;
      scale?: { domain?: string[]; range?: string[] };
    };
  };
  layer?: Encoded[];
}

/** The series with their colours; undefined where colours are not those of series. */
export function legendOf(spec: Encoded): Legend | undefined {
  for (const { encoding } of [spec, ...(spec.layer ?? [])]) {
    const { field, type, scale, legend } = encoding?.color ?? {};
    if (type !== 'nominal' || !field || !scale?.domain || !scale.range) continue;
    const { domain, range } = scale;
    const items = domain.map((label, i) => ({ label, colour: range[i % range.length] ?? '' }));
    return { field, title: legend?.title, items };
  }
  return undefined;
}

interface ChartConfig {
  mark?: object;
  title?: object;
  axis?: object;
  legend?: object;
  text?: object;
}

/** Colours of what is not data, on a dark page; those of data are told apart on both. */
function inTheDark({ title, axis, legend, text }: ChartConfig): ChartConfig {
  const [ink, soft, line] = ['#e6ebe8', '#a0aca7', '#313a36'];
  return {
    title: { ...title, color: ink, subtitleColor: soft },
    axis: {
      ...axis,
      labelColor: soft,
      titleColor: soft,
      domainColor: soft,
      tickColor: soft,
      gridColor: line,
    },
    legend: { ...legend, labelColor: ink, titleColor: soft },
    text: { ...text, color: ink },
  };
}

/**
 * The specification for a page: it has the colours of the page, its legend stands beside it, every mark has a tip, and lines have
 * points to aim at.
 */
export function forPage(spec: Record<string, unknown>, isDark: boolean): Record<string, unknown> {
  const config = (spec.config ?? {}) as ChartConfig;
  const mark = spec.mark as { type?: string; point?: unknown } | undefined;
  const isCourse = mark?.type === 'line' || mark?.type === 'area';
  const hasLegend = legendOf(spec) !== undefined;
  return {
    ...(hasLegend ? (withoutLegend(spec) as object) : spec),
    ...(isCourse && { mark: { ...mark, point: mark.point || { opacity: 0, size: 80 } } }),
    config: {
      ...config,
      ...(isDark && inTheDark(config)),
      background: 'transparent',
      mark: { ...config.mark, tooltip: { content: 'data' } },
    },
  };
}

function withoutLegend(spec: Encoded): Encoded {
  const { encoding, layer } = spec;
  return {
    ...spec,
    ...(encoding?.color?.type === 'nominal' && {
      encoding: { ...encoding, color: { ...encoding.color, legend: null } },
    }),
    ...(layer && { layer: layer.map(withoutLegend) }),
  };
}

const shown = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 12 });

/** What a mark says, one line each. */
export function tipOf(row: ChartRow): string[] {
  const number = (value: unknown) => (typeof value === 'number' ? shown.format(value) : String(value));
  const { x, x2, y, series, outlier, median } = row;
  const place = x instanceof Date ? x.toISOString().replace(/T00:00:00.000Z$/, '') : (x ?? '');
  const value = y ?? outlier ?? median;
  return [
    x2 === undefined ? number(place) : `${number(x)} – ${number(x2)}`,
    ...(series === undefined ? [] : [String(series)]),
    ...(value === undefined || value === null ? [] : [number(value)]),
  ].filter((line) => line !== '');
}
