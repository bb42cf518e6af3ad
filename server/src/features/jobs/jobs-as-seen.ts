import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import type { SourceRow } from '../ingest/sources.js';
import { type SeenSource, SourceSight } from '../structuring/clear-source.js';
import type { JobRow } from './jobs.js';

/** The result of an ingest holds the source as it was then; what is told of its bytes is decided when it is read. */
export async function jobsAsSeen(
  service: Service,
  caller: Caller,
  jobs: readonly JobRow[],
): Promise<JobRow[]> {
  const sights = new Map<string, Promise<SourceSight>>();
  const sightOf = (workbookId: string): Promise<SourceSight> => {
    const known = sights.get(workbookId) ?? SourceSight.load(service, caller, workbookId);
    sights.set(workbookId, known);
    return known;
  };
  return await Promise.all(
    jobs.map(async (job) => {
      if (job.result === null) return job;
      const result = JSON.parse(job.result) as { source?: SourceRow };
      if (!result.source) return job;
      const source = await asSeen(service, await sightOf(job.workbook_id), result.source);
      return { ...job, result: JSON.stringify({ ...result, source }) };
    }),
  );
}

async function asSeen(service: Service, sight: SourceSight, then: SourceRow): Promise<SeenSource> {
  if (sight.seesEverything) return then;
  const now = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', then.id)
    .executeTakeFirst();
  return now && (await sight.isClear(now)) ? then : { ...then, blob_hash: null, size: null };
}
