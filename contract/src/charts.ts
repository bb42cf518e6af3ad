import { type Static, Type } from '@sinclair/typebox';
import {
  LONGEST_NAME,
  Name,
  NextCursor,
  nullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { describing } from './describing.js';
import { signedBy } from './signed-links.js';

export const chartTypes = [
  'bar',
  'stacked_bar',
  'line',
  'area',
  'pie',
  'scatter',
  'heatmap',
  'histogram',
  'box',
] as const;
const ChartType = textEnum(chartTypes, {
  description:
    '`bar` shows series side by side, `stacked_bar` as parts of a total, `line` and `area` over time or numbers, ' +
    '`scatter` two numbers of each row, `heatmap` a value for each pair of categories, `histogram` how numbers are ' +
    'distributed, `box` quartiles and outliers of each category.',
});

export const CHART_FORMATS = ['svg', 'png'] as const;

const Aggregate = textEnum(['sum', 'avg', 'count', 'min', 'max', 'median', 'none'], {
  description:
    'How the rows of one point are combined; by default `sum` of `y`, or `count` without. `none` draws every row. ' +
    'Not for scatter, histogram and box.',
});

/** What an agent sends to make a chart, and what makes it again. */
export const CreateChartParameters = strictObject(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A chart with this name is replaced',
    }),
    chart_type: ChartType,
    table: Type.String({ maxLength: LONGEST_NAME, description: 'Its name or id' }),
    title: Type.Optional(Type.String({ maxLength: 200, description: 'Shown above the chart' })),
    x: Type.Optional(
      Type.String({
        maxLength: LONGEST_NAME,
        description:
          'The column of the horizontal axis: categories, dates or numbers; of a pie the slices. Only a box plot can do ' +
          'without.',
      }),
    ),
    y: Type.Optional(
      Type.Array(Name, {
        minItems: 1,
        maxItems: 12,
        description:
          'Number columns; rows are counted where absent. Several, each a series, for bar, stacked_bar, line and area; ' +
          'scatter and box need one.',
      }),
    ),
    series: Type.Optional(
      Type.String({
        maxLength: LONGEST_NAME,
        description:
          'A column whose values become series; a heatmap needs it for its rows. Not with several `y`, nor for pie, ' +
          'histogram and box.',
      }),
    ),
    aggregate: Type.Optional(Aggregate),
    time_unit: Type.Optional(
      textEnum(['year', 'quarter', 'month', 'week', 'day', 'hour'], {
        description: 'The span of one point of dates; chosen from the data where absent',
      }),
    ),
    bins: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 100, description: 'About how many bars a histogram has' }),
    ),
    filter: Type.Optional(
      Type.Record(Type.String(), Type.Unknown({ 'x-any-json': true }), {
        maxProperties: 3,
        ...describing(({ operation }) => `Rows to show, as the \`filter\` of ${operation('readRows')}`),
      }),
    ),
    sort: Type.Optional(
      textEnum(['table', 'x', '-x', 'y', '-y'], {
        description:
          'The order of categories: `table` as they first appear (the default for texts), `x` by name (of dates ' +
          'and numbers), `y` by value (of a pie); a dash for the greatest first.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: 'At most this many categories: the largest, and "Other" if the rest adds up',
      }),
    ),
    orientation: Type.Optional(
      textEnum(['vertical', 'horizontal'], {
        description: 'Of bars or boxes; `horizontal` suits long names',
      }),
    ),
    config: Type.Optional(
      Type.Record(Type.String(), Type.Unknown({ 'x-any-json': true }), {
        maxProperties: 50,
        description:
          'A JSON merge patch (RFC 7396) of the generated Vega-Lite specification, over the fields that it encodes. ' +
          'Data, addresses, images, maps and parameters are refused.',
      }),
    ),
  },
  { description: 'A chart of one table, drawn from its current rows whenever it is looked at' },
);
export type ChartParameters = Static<typeof CreateChartParameters>;

/** The address of a chart has its name. */
const { name: _, ...drawn } = CreateChartParameters.properties;
export const PutChartRequest = strictObject(drawn, { description: 'A chart of one table' });

const Recipe = Type.Object(
  { tool: Type.Literal('create_chart'), parameters: CreateChartParameters },
  { description: 'Makes the chart again; tables and columns under their current names' },
);

export const ChartInfo = Type.Object({
  name: Type.String(),
  artifact_id: nullable(Type.String({ description: 'The id of the chart, as `cht_…`' })),
  chart_type: nullable(ChartType),
  source_table: nullable(Type.String({ description: 'Its current name; null where the table is deleted' })),
  title: nullable(Type.String()),
  config: nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'A Vega-Lite specification without data; null where it is omitted or cannot be made',
    }),
  ),
  config_omitted: nullable(
    textEnum(['governed'], { description: '`governed` where the workbook has column policies' }),
  ),
  recipe: nullable(Recipe),
  created_at: Timestamp,
  created_by: Type.String({ description: 'The id of a user' }),
  updated_at: Timestamp,
});
export const ChartListQuery = pageQuery(200);
export const ChartListResponse = Type.Object({ charts: Type.Array(ChartInfo), next_cursor: NextCursor });

export const ChartParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: "The chart's name, or its id" }),
});

const size = (byDefault: number) =>
  withDefault(Type.Integer({ minimum: 100, maximum: 4000, description: 'In pixels' }), byDefault);

export const ChartRenderQuery = Type.Object({
  format: withDefault(
    textEnum([...CHART_FORMATS, 'json'], {
      description:
        'As JSON, what the picture is drawn from: a Vega-Lite specification and its rows. A PNG has twice as many pixels in each direction, up to four million pixels of chart',
    }),
    'svg',
  ),
  width: size(720),
  height: size(420),
});

export const LinkedChartQuery = Type.Object({ ...ChartRenderQuery.properties, ...signedBy });
