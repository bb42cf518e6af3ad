import type { RememberedSheet, SheetSpec } from '@workbook-data-service/structure/parse-spec';
import type { Change } from '../../catalog/change.js';
import { insertReading, type ReadingRecord, updateReading } from '../../catalog/reading-records.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { stem } from '../../core/file-names.js';
import { newId } from '../../core/ids.js';

const maxReadings = 5000;
/** In characters: a workbook of many wide sheets. */
const maxSize = 1_000_000;

/**
 * Remembers how a source was read, in the workspace of its workbook: in place of what it was read by itself, or of what was
 * remembered of the same source before. Null where there is too much of it.
 */
export async function rememberReading(
  c: Change,
  source: SourceRecord,
  sheets: readonly RememberedSheet[],
  specs: readonly SheetSpec[],
  { name, target }: { name?: string | undefined; target?: string | null } = {},
): Promise<ReadingRecord | null> {
  const stored = JSON.stringify(sheets);
  if (sheets.length === 0 || stored.length > maxSize) return null;
  const workbook = await c.tx
    .selectFrom('workbooks')
    .select('workspace_id')
    .where('id', '=', source.workbook_id)
    .executeTakeFirstOrThrow();
  const learned = {
    workbook_id: source.workbook_id,
    source_id: source.id,
    learned_from: source.filename,
    decided_by: c.author.userId,
    sheets: stored,
  };
  const followed = specs.flatMap(({ reading }) => (reading && !reading.afresh ? [reading.id] : []));
  const before = await c.tx
    .selectFrom('readings')
    .selectAll()
    .where('workspace_id', '=', workbook.workspace_id)
    .where((eb) => eb.or([eb('id', 'in', [...followed, '']), eb('source_id', '=', source.id)]))
    .orderBy('id')
    .executeTakeFirst();
  const reading = before
    ? await updateReading(c, before.id, {
        ...learned,
        ...(name !== undefined && { name }),
        ...(target !== undefined && { target }),
      })
    : await insert(c, {
        ...learned,
        workspace_id: workbook.workspace_id,
        name: name ?? stem(source.filename),
        target: target ?? null,
      });
  if (!reading) return null;
  await c.audit({
    chain: source.workbook_id,
    action: before ? 'reading.changed' : 'reading.made',
    target: reading.id,
    detail: { name: reading.name, source_id: source.id },
  });
  return reading;
}

async function insert(
  c: Change,
  reading: Omit<ReadingRecord, 'id' | 'revision' | 'created_at' | 'updated_at'>,
): Promise<ReadingRecord | undefined> {
  const { count } = await c.tx
    .selectFrom('readings')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('workspace_id', '=', reading.workspace_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxReadings) return undefined;
  const made: ReadingRecord = {
    ...reading,
    id: newId('rdg'),
    revision: 1,
    created_at: c.at,
    updated_at: c.at,
  };
  await insertReading(c, made);
  return made;
}
