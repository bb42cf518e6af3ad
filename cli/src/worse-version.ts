import type { TrackedFile } from '@workbook-data-service/client/api';
import { counted } from './output/counted.js';

type RevisedTable = TrackedFile['tables'][number];

/** Below this, a table that is cleared is as likely to be meant. */
const FEWEST_ROWS = 5;

/** Why a new version of a file reads worse than the last one: what a dry run says would be lost. */
export function lossesOf({ archived, tables }: Pick<TrackedFile, 'archived' | 'tables'>): string[] {
  return [
    ...archived.map((name) => `the table “${name}” would go`),
    ...tables.flatMap(lostColumns),
    ...tables.flatMap(({ name, unchanged, updated, deleted }) => {
      const before = unchanged + updated + deleted;
      const isLoss = before >= FEWEST_ROWS && deleted > before / 2;
      return isLoss ? [`${deleted} of ${counted(before, 'row')} of “${name}” would go`] : [];
    }),
  ];
}

/** A heading that was renamed is a column that goes and another that comes. */
function lostColumns({ name, added_columns: added, missing_columns: missing }: RevisedTable): string[] {
  if (missing.length === 0) return [];
  const instead = added.length > 0 ? `, and ${quoted(added)} would be new` : '';
  const [subject, verb] = missing.length > 1 ? ['columns', 'are'] : ['column', 'is'];
  return [`the ${subject} ${quoted(missing)} of “${name}” ${verb} missing${instead}`];
}

const quoted = (names: string[]): string => names.map((name) => `“${name}”`).join(', ');
