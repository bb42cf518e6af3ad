import type { TrackedFile } from '@workbook-data-service/client/api';
import { counted } from './output/counted.js';

/** Below this, a table that is cleared is as likely to be meant. */
const FEWEST_ROWS = 5;

/** Why a new version of a file reads worse than the last one: what a dry run says would be lost. */
export function lossesOf({ archived, tables }: Pick<TrackedFile, 'archived' | 'tables'>): string[] {
  return [
    ...archived.map((name) => `the table “${name}” would go`),
    ...tables.flatMap(({ name, unchanged, updated, deleted }) => {
      const before = unchanged + updated + deleted;
      const isLoss = before >= FEWEST_ROWS && deleted > before / 2;
      return isLoss ? [`${deleted} of ${counted(before, 'row')} of “${name}” would go`] : [];
    }),
  ];
}
