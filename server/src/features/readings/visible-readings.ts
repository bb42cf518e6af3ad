import type { ReadingRecord } from '../../catalog/reading-records.js';
import type { Service } from '../service.js';
import { SourceVisibility } from '../sources/source-visibility.js';

/**
 * The readings that a user may know of: a name of a column may be as secret as what is below it. One from a private workbook is
 * its owner's, one from a workbook with rules is for those who may see every column of its file, and of one whose workbook is
 * gone nobody knows who that was, unless it was open to the workspace.
 */
export async function visibleReadings<Reading extends Pick<ReadingRecord, 'workbook_id' | 'source_id'>>(
  service: Service,
  userId: string | null,
  readings: readonly Reading[],
): Promise<Reading[]> {
  const { db } = service.catalog;
  const ids = [...new Set(readings.map(({ workbook_id }) => workbook_id))];
  if (ids.length === 0) return [];
  const workbooks = await db
    .selectFrom('workbooks')
    .select(['id', 'visibility', 'owner_user_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('policies')
            .select('policies.workbook_id')
            .whereRef('policies.workbook_id', '=', 'workbooks.id'),
        )
        .as('governed'),
    )
    .where('id', 'in', ids)
    .execute();
  const known = new Map(workbooks.map((workbook) => [workbook.id, workbook]));
  const seen = new Map<string, Promise<boolean>>();
  const visibilityIn = new Map<string, Promise<SourceVisibility>>();
  const seesSource = (workbookId: string, sourceId: string) => {
    if (userId === null) return false;
    const visibility = visibilityIn.get(workbookId) ?? SourceVisibility.load(service, { userId }, workbookId);
    visibilityIn.set(workbookId, visibility);
    const key = `${workbookId} ${sourceId}`;
    const found = seen.get(key) ?? seesWholeSource(service, visibility, sourceId);
    seen.set(key, found);
    return found;
  };
  const visible: Reading[] = [];
  for (const reading of readings) {
    const workbook = known.get(reading.workbook_id);
    if (!workbook) continue;
    if (workbook.visibility !== 'workspace' && workbook.owner_user_id !== userId) continue;
    if (workbook.governed && !(await seesSource(workbook.id, reading.source_id))) continue;
    visible.push(reading);
  }
  return visible;
}

async function seesWholeSource(
  service: Service,
  loading: Promise<SourceVisibility>,
  sourceId: string,
): Promise<boolean> {
  const visibility = await loading;
  if (visibility.seesEverything) return true;
  const source = await service.catalog.db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', sourceId)
    .executeTakeFirst();
  return source !== undefined && (await visibility.isFullyVisible(source));
}
