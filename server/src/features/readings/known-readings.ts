import type { RememberedSheet } from '@workbook-data-service/structure/parse-spec';
import { type ReadingRecord, readingsOf, readingsStamp } from '../../catalog/reading-records.js';
import type { Reach } from '../../core/reach.js';
import { type Packed, packReadings, type ReadingInputs } from '../../workbook/files/known-readings.js';
import type { Service } from '../service.js';
import { visibleReadings } from './visible-readings.js';

/** Whether a file is read as one like it was corrected, or as if none were known. */
export type ReadingChoice = 'known' | 'ignore';

/** Who sends a file; a credential for one workbook learns nothing of others. */
export interface ReadingAuthor {
  userId: string | null;
  credential?: { reach: Reach } | undefined;
}

interface Known {
  stamp: string;
  places: Pick<ReadingRecord, 'workbook_id' | 'source_id'>[];
  packed: Packed;
}

/** What nodes hold of the workspaces that they serve; the oldest goes first. */
const held = new WeakMap<Service['catalog'], Map<string, Known>>();
const maxHeld = 50;

/** What the workspace of a workbook remembers and wants of a file, as far as its author may know of it. */
export async function readingInputs(
  service: Service,
  { userId, credential }: ReadingAuthor,
  workbookId: string,
  choice: ReadingChoice = 'known',
  /** A source that is read again: what was learned from itself would bring its corrections back. */
  again?: string,
): Promise<ReadingInputs> {
  const workspace = await service.catalog.db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select(['workspaces.id', 'workspaces.preprocess_rules as rules'])
    .where('workbooks.id', '=', workbookId)
    .executeTakeFirst();
  if (!workspace) return { readings: null, rules: [] };
  const rules = (workspace.rules ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  if (choice === 'ignore') return { readings: null, rules };
  const { places, packed } = await knownIn(service, workspace.id);
  if (packed.owners.length === 0) return { readings: null, rules };
  const pinned = credential?.reach.kind === 'workbook' ? credential.reach.workbookId : undefined;
  const known = places.filter(
    ({ workbook_id, source_id }) => (pinned === undefined || workbook_id === pinned) && source_id !== again,
  );
  const visible = new Set(await visibleReadings(service, userId, known));
  const hidden = packed.owners.flatMap((owner, at) => {
    const place = places[owner];
    return place && visible.has(place) ? [] : [at];
  });
  return { readings: { ...packed.readings, hidden }, rules };
}

async function knownIn(service: Service, workspaceId: string): Promise<Known> {
  const { catalog } = service;
  const ofCatalog = held.get(catalog) ?? new Map<string, Known>();
  held.set(catalog, ofCatalog);
  const stamp = await readingsStamp(catalog.db, workspaceId);
  const before = ofCatalog.get(workspaceId);
  if (before?.stamp === stamp) return before;
  const readings = await readingsOf(catalog.db, workspaceId);
  const known: Known = {
    stamp,
    places: readings.map(({ workbook_id, source_id }) => ({ workbook_id, source_id })),
    packed: packReadings(readings.map(toPack)),
  };
  ofCatalog.delete(workspaceId);
  ofCatalog.set(workspaceId, known);
  for (const oldest of ofCatalog.keys()) if (ofCatalog.size > maxHeld) ofCatalog.delete(oldest);
  return known;
}

/** A single reading, as if the workspace knew no other. */
export function inputsOf(reading: ReadingRecord, rules: string | null): ReadingInputs {
  const { readings } = packReadings([toPack(reading)]);
  return {
    readings: { ...readings, hidden: [] },
    rules: (rules ?? '').split(/\r?\n/).filter((line) => line.trim() !== ''),
  };
}

const toPack = ({ id, name, learned_from, decided_by, sheets }: ReadingRecord) => ({
  id,
  name,
  learnedFrom: learned_from,
  decidedBy: decided_by,
  sheets: sheetsOf(sheets),
});

export const sheetsOf = (stored: string) => JSON.parse(stored) as RememberedSheet[];
