import { say } from '@workbook-data-service/contract/messages';
import type { SourceRecord } from '../../../catalog/source-records.js';
import { identifier } from '../../../core/sql-text.js';
import type { FileFault } from '../../../workbook/reading/source-files.js';
import { numeric } from '../accounting-columns.js';
import { fileFinding } from '../file-finding.js';
import { exceptions } from '../identities.js';
import type { ReviewContext } from '../review-context.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import type { ReviewedTable } from '../reviewed-table.js';
import { reviewedSources } from '../source-reader.js';

export const unbalancedSheets: WorkbookRule = {
  id: 'unbalanced-sheets',
  group: 'accounting',
  severity: 'error',
  of: 'workbook',
  title: 'Assets are not liabilities and equity',
  looksAt:
    'Balance sheets: rows of a file called total assets, total liabilities and total equity (資産合計, 負債合計, 純資産合計), or ' +
    'columns of such figures with five or more rows.',
  async find(context) {
    const findings: Finding[] = [];
    for (const table of context.tables) findings.push(...(await inColumns(context, table)));
    for (const { source, faults } of await reviewedSources(context))
      for (const fault of faults.filter(({ kind }) => kind === 'unbalanced_sheet'))
        findings.push(...(await inCells(context, source, fault)));
    return findings;
  },
};

/** Of a file the whole sheet is looked at, whose totals are in tables of their own. */
async function inCells(
  context: ReviewContext,
  source: SourceRecord,
  { sheet, cells }: FileFault,
): Promise<Finding[]> {
  const found = cells.map(async ({ address, expected = '', ...cell }) =>
    fileFinding(context, unbalancedSheets, {
      source,
      sheet,
      subject: address,
      cells: [{ cell: address, expected, ...cell }],
      message: say('found-unbalanced-cells', {
        cell: address,
        sheet,
        assets: Number(cell.value),
        others: Number(expected),
      }),
      fix: say('mend-unbalanced-sheet'),
    }),
  );
  return (await Promise.all(found)).flat();
}

async function inColumns(context: ReviewContext, table: ReviewedTable): Promise<Finding[]> {
  const [assets, liabilities, equity] = [
    numeric(table, 'assets'),
    numeric(table, 'liabilities'),
    numeric(table, 'equity'),
  ];
  if (!assets || !liabilities || !equity) return [];
  return await exceptions(context, unbalancedSheets, table, {
    stated: assets,
    computed: `${identifier(liabilities.name)} + ${identifier(equity.name)}`,
    tolerance: '1.5',
    columns: [liabilities, equity],
    minRows: 5,
    holds: 0.6,
    message: (found) =>
      say('found-not-sum', {
        ...found,
        column: assets.name,
        added: [liabilities.name, equity.name],
        subtracted: [],
      }),
  });
}
