import type { Change } from '../../catalog/change.js';
import { payForModel } from '../billing/pay-for-model.js';
import type { ReviewReport } from './lint.js';
import type { ModelledReport } from './model/modelled-report.js';

/** Charges for the model and notes the review in the audit log, in the change that answers with its report. */
export async function recordReview(
  c: Change,
  {
    workbookId,
    subject,
    metered,
  }: {
    workbookId: string;
    /** The job or the request that made it. */
    subject: string;
    metered: boolean;
  },
  { report, tokens }: ModelledReport,
): Promise<ReviewReport> {
  await payForModel(c, { kind: 'review', workbookId, subject, tokens, metered });
  const detail = { tables: report.coverage.tables.length, findings: report.findings.length, tokens };
  await c.audit({ chain: workbookId, action: 'workbook.reviewed', target: subject, detail });
  return report;
}
