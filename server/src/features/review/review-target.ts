import { nameKey } from '../../catalog/tables.js';
import { nearestName } from '../../core/nearest-name.js';
import { problem } from '../../core/problems.js';
import { isReadable, type ReadableTable, type Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';

/** Findings show cells, and what follows from them: where policies hide columns, that cannot be told apart. */
export async function refuseGovernedReview(
  service: Service,
  viewer: Viewer,
  workbookId: string,
): Promise<void> {
  if (await service.data.as(viewer).isGoverned(workbookId))
    throw problem('governed-workbook', 'A governed workbook cannot be reviewed.', {
      fix: 'Review a workbook without column policies, such as a copy without the governed columns.',
    });
}

/** The tables to review: all active ones, or the one that is named. */
export async function tablesToReview(
  service: Service,
  viewer: Viewer,
  workbookId: string,
  target: string | null,
): Promise<ReadableTable[]> {
  const tables = await service.data.as(viewer).tables(workbookId, target === null ? 'active' : 'all');
  const readable = tables.filter(isReadable);
  if (target === null) return readable;
  const key = nameKey(target);
  const named = readable.find(({ record }) => record.name_key === key || record.id === target);
  if (named) return [named];
  const nearest = nearestName(
    target,
    readable.map(({ record }) => record.name),
  );
  throw problem('not-found', `No table "${target}" in this workbook.`, {
    fix: nearest
      ? `Did you mean "${nearest}"? GET …/tables lists the tables.`
      : 'GET …/tables lists the tables of the workbook.',
  });
}
