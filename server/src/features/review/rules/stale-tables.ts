import { say } from '@workbook-data-service/contract/messages';
import { findingId, told } from '../finding.js';
import type { TableRule } from '../review-rule.js';

export const staleTables: TableRule = {
  id: 'stale-tables',
  group: 'lineage',
  severity: 'warning',
  of: 'table',
  title: 'A derived table is out of date',
  looksAt: 'Derived tables whose inputs have changed since their last run.',
  async find(table) {
    const { record } = table.table;
    if (record.stale_since === null) return [];
    const path = `/tables/${encodeURIComponent(table.name)}`;
    return [
      {
        id: findingId(staleTables.id, record.id, undefined, undefined),
        rule: staleTables.id,
        severity: staleTables.severity,
        table: table.name,
        rowCount: 0,
        ...told(
          say('found-stale-table', { table: table.name, since: record.stale_since }),
          say('mend-stale-table'),
        ),
        evidence: { rows: [], request: { method: 'GET', path } },
        fixRequest: { method: 'POST', path: '/recompute', body: {} },
      },
    ];
  },
};
