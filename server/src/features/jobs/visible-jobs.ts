import type { JobRecord } from '../../catalog/job-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { Governance } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { ReviewReport } from '../review/lint.js';
import { isReviewJob, withheldReport } from '../review/review-job.js';
import type { Service } from '../service.js';
import { SourceVisibility, type VisibleSource } from '../sources/source-visibility.js';
import { FORMULA_JOB, type FormulaJobResult, visibleFormula } from '../tables/formula-result.js';
import { readResult } from './stored-result.js';

/** A stored result describes a source or columns; what its reader may see of them is decided on reading. */
export async function visibleJobs(
  service: Service,
  caller: Caller,
  jobs: readonly JobRecord[],
): Promise<JobRecord[]> {
  const { db } = service.catalog;
  const visibilityOf = oncePerWorkbook((workbookId) => SourceVisibility.load(service, caller, workbookId));
  const governanceOf = oncePerWorkbook((workbookId) => Governance.load(db, caller, workbookId));
  return await Promise.all(
    jobs.map(async (job) => {
      if (job.result === null) return job;
      const result = readResult(job.result);
      if (job.kind === FORMULA_JOB) {
        const kept = result as FormulaJobResult;
        const visible = await visibleFormula(db, await governanceOf(job.workbook_id), kept);
        return { ...job, result: JSON.stringify(visible) };
      }
      if (isReviewJob(job) && (await governanceOf(job.workbook_id)).governed)
        return { ...job, result: JSON.stringify(withheldReport(result as ReviewReport)) };
      if (!result.source) return job;
      const source = await visibleSource(service, await visibilityOf(job.workbook_id), result.source);
      return { ...job, result: JSON.stringify({ ...result, source }) };
    }),
  );
}

function oncePerWorkbook<Loaded>(load: (workbookId: string) => Promise<Loaded>): typeof load {
  const loaded = new Map<string, Promise<Loaded>>();
  return (workbookId) => {
    const known = loaded.get(workbookId) ?? load(workbookId);
    loaded.set(workbookId, known);
    return known;
  };
}

async function visibleSource(
  service: Service,
  visibility: SourceVisibility,
  then: SourceRecord,
): Promise<VisibleSource> {
  if (visibility.seesEverything) return then;
  const now = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', then.id)
    .executeTakeFirst();
  return now && (await visibility.isFullyVisible(now)) ? then : { ...then, blob_hash: null, size: null };
}
