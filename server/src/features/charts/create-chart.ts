import type { ChartParameters } from '@workbook-data-service/contract/charts';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type CommitOptions, change } from '../../catalog/change.js';
import { type ChartRecord, chartNamed, putChart } from '../../catalog/chart-records.js';
import { bindParameters, type ChartShape, isMoment, parametersOf } from '../../core/chart-parameters.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { chartData, fittingTimeUnit } from '../../workbook/reading/chart-data.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { chartRows } from './chart-rows.js';
import { wordsFor } from './chart-texts.js';
import { type ChartView, viewCharts } from './charts.js';
import { checkConfig } from './check-config.js';
import { drawChart, type PictureOptions } from './draw-chart.js';
import { needsLines } from './fit-chart.js';
import type { RenderedChart } from './render-chart.js';

export interface CreatedChart {
  chart: ChartView;
  /** Whether it took the place of a chart with its name. */
  isReplaced: boolean;
}

const TRIAL = { format: 'svg', width: 720, height: 420 } as const;

/** Makes a chart, or replaces the one with its name. */
export async function createChart(
  service: Service,
  caller: Caller,
  workbookId: string,
  parameters: ChartParameters,
  commit: CommitOptions,
): Promise<CreatedChart> {
  const { name, title = null, config } = parameters;
  refuseName(nameFault(name), '/name');
  const { table, shape, stored } = await boundChart(service, caller, workbookId, parameters);
  // What is laid over the specification can break it: better now than whenever somebody looks at the chart.
  if (config) await drawChart(service, table, { shape, title }, TRIAL);
  const draft: Omit<ChartRecord, 'name_key'> = {
    id: newId('cht'),
    workbook_id: workbookId,
    name,
    chart_type: shape.chart_type,
    table_id: table.record.id,
    title,
    recipe: JSON.stringify(stored),
    created_at: '',
    created_by: caller.userId,
    updated_at: '',
  };
  // The answer is kept in the transaction, which reads nothing else, so it is prepared before.
  const [view] = await viewCharts(service, caller, workbookId, [{ ...draft, name_key: name }]);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const named = { ...parametersOf(shape, (column) => column), table: table.record.name, title };
      const operation = { operation: 'putChart', input: { name, chart: named } } as const;
      const opId = await c.op({ workbookId, kind: 'chart.put', tableId: table.record.id, operation });
      const before = await chartNamed(c.tx, workbookId, name);
      const record = await putChart(c, {
        ...draft,
        id: before?.id ?? draft.id,
        created_at: before?.created_at ?? c.at,
        created_by: before?.created_by ?? caller.userId,
        updated_at: c.at,
      });
      await c.audit({
        chain: workbookId,
        action: 'chart.put',
        target: record.id,
        detail: { op_id: opId, artifact_id: table.record.id },
      });
      return { chart: { ...(view as ChartView), record }, isReplaced: before !== undefined };
    },
    commit,
  );
}

/** The parameters on the columns of their table, with what they leave open. */
async function boundChart(service: Service, caller: Caller, workbookId: string, parameters: ChartParameters) {
  const table = await service.data.as(caller).table(workbookId, parameters.table);
  const bound = bindParameters(table, parameters);
  if (parameters.config) checkConfig(parameters.config);
  const chosen = await chosenFromData(service, table, bound.shape);
  return { table, shape: { ...bound.shape, ...chosen }, stored: { ...bound.stored, ...chosen } };
}

/** Draws a chart that is not made yet. */
export async function previewChart(
  service: Service,
  caller: Caller,
  workbookId: string,
  parameters: Omit<ChartParameters, 'name'>,
  options: PictureOptions,
): Promise<RenderedChart> {
  const { table, shape } = await boundChart(service, caller, workbookId, { ...parameters, name: '' });
  const { title = null } = parameters;
  return { ...(await drawChart(service, table, { shape, title }, options)), table };
}

/**
 * What the parameters leave open, decided once from the data and then part of the recipe: the look of a chart does not
 * change with every row.
 */
async function chosenFromData(
  service: Service,
  table: ReadableTable,
  shape: ChartShape,
): Promise<Pick<ChartShape, 'time_unit' | 'orientation'>> {
  const { x, chart_type: type, aggregate } = shape;
  if (x && isMoment(x.type)) {
    const combines = aggregate !== 'none' && type !== 'scatter';
    if (!combines || shape.time_unit) return {};
    return { time_unit: await fittingTimeUnit(service.data, table, shape) };
  }
  const mayLie = type === 'bar' || type === 'stacked_bar' || type === 'box';
  if (!mayLie || shape.orientation) return {};
  const shown = chartRows(shape, await chartData(service.data, table, shape), wordsFor(shape, null));
  return needsLines(shape, shown, TRIAL.width) ? { orientation: 'horizontal' } : {};
}
