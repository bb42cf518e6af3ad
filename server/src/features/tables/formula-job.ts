import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, withOuterAnswer } from '../../catalog/change.js';
import { type JobRecord, setJobProgress } from '../../catalog/job-records.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import { Problem, problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { requireRightOfJob } from '../access/require-workbook.js';
import { jobAuthor, queueJob } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { columnsWithFormula, type FormulaInput, planFormula } from './apply-formula.js';
import { editTable, requireExpectedVersion, type Write } from './edit-table.js';
import { FORMULA_JOB, formulaJobResult } from './formula-result.js';
import { writableTable } from './writable-table.js';

interface QueuedFormula extends FormulaInput {
  tableId: string;
  formula: string;
}

/** Queues a job that computes the column. Everything that can be checked without computing was checked before. */
export function planFormulaJob(table: ReadableTable, input: FormulaInput): Write<JobRecord> {
  requireExpectedVersion(table, input);
  const { column, formula, expectedVersion, actor } = input;
  const { id: tableId, workbook_id: workbookId } = table.record;
  const queued = { tableId, column, formula, expectedVersion, actor };
  return (c) => queueJob(c, { workbookId, kind: FORMULA_JOB, input: queued });
}

/** Checks policies and roles again: the user who set the formula may have lost access to a column or the workbook. */
export async function runFormulaJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const input = JSON.parse(job.input) as QueuedFormula;
  await requireRightOfJob(service, job, 'workbooks:write');
  const author = jobAuthor(job);
  const place = { workbookId: job.workbook_id, table: input.tableId };
  const find = () => writableTable(service, author, place);
  const plan = async (table: ReadableTable) => {
    const columns = await recheckFormula(service, table, input);
    await setJobProgress(service.catalog.db, job, { stage: 'reading', percent: 5 });
    return await planFormula(
      service,
      author,
      table,
      columns,
      input,
      progressReporter(service, job, table.rowCount),
    );
  };
  try {
    await editTable(service, author, input, { find, plan }, withOuterAnswer(commit, formulaJobResult));
  } catch (error) {
    throw error instanceof Problem && error.slug === 'version-conflict'
      ? conflictWithAdvice(error, input)
      : error;
  }
}

/** Other users may read why a job failed, so the reason names no column. */
async function recheckFormula(
  service: Service,
  table: ReadableTable,
  input: QueuedFormula,
): Promise<ColumnRecord[]> {
  try {
    return await columnsWithFormula(service, table, input);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw problem('conflict', say('formula-unfit'));
  }
}

/** A failed job has a single text as its reason, so the fix is part of it. */
function conflictWithAdvice({ said, members }: Problem, { expectedVersion }: QueuedFormula): Problem {
  const code = expectedVersion === null ? 'formula-raced' : 'formula-outdated';
  return problem('version-conflict', say(code, { conflict: said.detail.text }), { members });
}

const READ = 10;
const COMPUTED = 90;
const STEP = 5;

/** Reports progress in steps, one after the other; a failed report is ignored. */
function progressReporter(service: Service, job: JobRecord, rows: number): (computed: number) => void {
  let reported = 0;
  let last: Promise<void> = Promise.resolve();
  return (computed) => {
    const share = READ + Math.min(1, computed / rows) * (COMPUTED - READ);
    const percent = Math.floor(share / STEP) * STEP;
    if (percent === reported) return;
    reported = percent;
    last = last
      .then(() => setJobProgress(service.catalog.db, job, { stage: 'computing', percent }))
      .catch(() => {});
  };
}
