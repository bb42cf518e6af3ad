import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { viewConflicts } from '../../conflicts/conflicts.js';
import { finding } from '../finding.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, WorkbookRule } from '../review-rule.js';

/** Only the start of a queue longer than this is inspected. */
const MAX_CONFLICTS = 2000;

export const hidingOverrides: WorkbookRule = {
  id: 'hiding-overrides',
  group: 'lineage',
  severity: 'warning',
  of: 'workbook',
  title: 'An edit hides a value that has changed beneath it',
  looksAt:
    'Open conflicts in which a kept edit of a cell stands over a computed or uploaded value that has changed since.',
  find: (context) =>
    conflictsOf(context, hidingOverrides, 'stale_override', {
      message: (cells) => say('found-hiding-overrides', { cells }),
      fix: say('mend-hiding-overrides'),
    }),
};

export const overwrittenCells: WorkbookRule = {
  id: 'overwritten-cells',
  group: 'lineage',
  severity: 'info',
  of: 'workbook',
  title: 'A merged file has overwritten cells that were edited meanwhile',
  looksAt: 'Open conflicts of merged files, in which both sides had changed a cell.',
  find: (context) =>
    conflictsOf(context, overwrittenCells, 'overwrite', {
      message: (cells) => say('found-overwritten-cells', { cells }),
      fix: say('mend-overwritten-cells'),
    }),
};

async function conflictsOf(
  context: ReviewContext,
  rule: WorkbookRule,
  kind: 'stale_override' | 'overwrite',
  told: { message: (cells: number) => Message; fix: Message },
): Promise<Finding[]> {
  const rows = await context.service.catalog.db
    .selectFrom('conflicts')
    .selectAll()
    .where('workbook_id', '=', context.workbookId)
    .where('status', '=', 'open')
    .where('kind', '=', kind)
    .orderBy('id')
    .limit(MAX_CONFLICTS)
    .execute();
  const views = await viewConflicts(context.service, context.viewer, rows);
  const findings: Finding[] = [];
  for (const table of context.tables)
    for (const column of [...table.columns, undefined]) {
      const here = views.filter(
        (view) => view.row.table_id === table.table.record.id && view.column?.id === column?.id,
      );
      if (here.length === 0) continue;
      const rowIds = [...new Set(here.map(({ row }) => row.row_id))].sort((a, b) => a - b);
      const found = await finding(context, rule, {
        table,
        column,
        query: selectRows(table, column ? [column] : [], `${identifier(ROW_ID)} in (${rowIds.join(', ')})`),
        message: () => told.message(here.length),
        fix: told.fix,
      });
      const request = { method: 'GET', path: '/conflicts?status=open' };
      findings.push(...found.map((one) => ({ ...one, evidence: { ...one.evidence, request } })));
    }
  return findings;
}
