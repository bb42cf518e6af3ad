import { useNavigate } from '@tanstack/react-router';
import type { PutChartRequest } from '@workbook-data-service/client/api';
import { lazy, type ReactNode, Suspense } from 'react';
import { Loading } from '../../ui/progress.js';
import type { ChartRow, DrawnChart } from './drawn-chart.js';
import { rowsBehind } from './rows-behind.js';

const LiveChart = lazy(async () => ({ default: (await import('./live-chart.js')).LiveChart }));

interface ChartViewProps {
  workbookId: string;
  chart: Pick<PutChartRequest, 'table' | 'x' | 'series' | 'filter' | 'chart_type'> | undefined;
  drawn: DrawnChart;
  label: string;
  /** The picture of the service. */
  picture: ReactNode;
}

/** A chart that the page draws; one with a specification of its own is drawn by the service. */
export function ChartView({ workbookId, chart, drawn, label, picture }: ChartViewProps) {
  const navigate = useNavigate();
  if (drawn.has_config || drawn.rows.length === 0) return picture;
  const openRows = (row: ChartRow) => {
    const filter = chart && rowsBehind(row, chart, drawn);
    if (!filter) return undefined;
    const params = { workbookId, table: chart.table };
    return () => void navigate({ to: '/workbooks/$workbookId/tables/$table', params, search: { filter } });
  };
  return (
    <Suspense fallback={<Loading />}>
      <LiveChart drawn={drawn} label={label} openRows={openRows} />
    </Suspense>
  );
}
