import type { ChartRecord } from '../../catalog/chart-records.js';
import type { Viewer } from '../../workbook/governance/governed-tables.js';

/** Who looks at a report or chart, and at which state of it. */
export interface PageViewer extends Viewer {
  /** The charts of a pinned version, by id, in place of the current ones. */
  pinnedCharts?: ReadonlyMap<string, ChartRecord> | undefined;
}
