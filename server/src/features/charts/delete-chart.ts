import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteChartRecord } from '../../catalog/chart-records.js';
import type { Caller } from '../caller.js';
import type { ChartPlace } from '../places.js';
import type { Service } from '../service.js';
import { requireChart } from './charts.js';

/** Deletes a chart; its table is not touched. */
export async function deleteChart(
  service: Service,
  caller: Caller,
  place: ChartPlace,
  commit: CommitOptions,
): Promise<void> {
  const { workbookId } = place;
  const chart = await requireChart(service, place);
  const { id, name } = chart;
  await change(
    service.catalog,
    caller,
    async (c) => {
      const operation = { operation: 'deleteChart', input: { chart: name } } as const;
      const opId = await c.op({ workbookId, kind: 'chart.delete', operation });
      await deleteChartRecord(c, chart);
      await c.audit({ chain: workbookId, action: 'chart.deleted', target: id, detail: { op_id: opId } });
    },
    commit,
  );
}
