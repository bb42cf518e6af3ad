import { findingId } from '../finding.js';
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
        message: `"${table.name}" is stale since ${record.stale_since}: what it is computed from has changed.`,
        evidence: { rows: [], request: { method: 'GET', path } },
        suggestedFix: 'Recompute the stale tables.',
        fixRequest: { method: 'POST', path: '/recompute', body: {} },
      },
    ];
  },
};
