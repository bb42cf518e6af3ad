import { Problem, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/**
 * Whoever runs another's transform on a governed workbook may see less than its owner, and an error while running
 * may quote cells: then only its kind is told.
 */
export async function redactingErrors<Result>(
  service: Service,
  caller: Caller,
  { workbookId, ownerId }: { workbookId: string; ownerId: string },
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const mayQuote = error instanceof Problem && error.status === 422;
    if (!mayQuote || caller.userId === ownerId || !(await service.data.as(caller).isGoverned(workbookId)))
      throw error;
    throw problem(error.slug, 'The transform failed; its owner can see more.');
  }
}
