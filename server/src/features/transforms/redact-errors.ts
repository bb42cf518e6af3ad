import { say } from '@workbook-data-service/contract/messages';
import { Problem, problem } from '../../core/problems.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';

/**
 * On a governed workbook, a caller may see less than the owner of the transform that they run. An error may quote
 * cells, so such a caller gets only its kind.
 */
export async function redactingErrors<Result>(
  service: Service,
  caller: JobAuthor,
  { workbookId, ownerId }: { workbookId: string; ownerId: string },
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const mayQuote = error instanceof Problem && error.status === 422;
    if (!mayQuote || caller.userId === ownerId || !(await service.data.as(caller).isGoverned(workbookId)))
      throw error;
    throw problem(error.slug, say('transform-failed'));
  }
}
