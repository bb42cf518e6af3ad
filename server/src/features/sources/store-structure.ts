import type { Change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';
import { NO_SPEC } from './parse-specs.js';

/** Stores what structuring found: the parse spec, the coverage and the reconciliation of totals. */
export async function storeStructure(c: Change, source: SourceRecord, sheets: LandedSheet[]): Promise<void> {
  const structures = sheets.flatMap(({ name, structure }) =>
    structure ? [{ sheet: name, ...structure }] : [],
  );
  if (structures.length === 0) return;
  await storeParseSpec(
    c,
    source,
    structures.map(({ spec }) => spec),
    'structuring',
  );
  await storeFindings(c, source.id, structures);
}

/** Writes the audit entry and the event of a parse spec that an op made. */
export async function recordSpec(
  c: Change,
  { id, name, workbook_id: chain }: SourceRecord,
  spec: {
    action: 'source.analyzed' | 'source.spec_corrected';
    opId: number;
    version: number;
    readings?: string[];
  },
): Promise<void> {
  const { action, opId, version, readings } = spec;
  const detail = { op_id: opId, spec_version: version, ...(readings && { readings }) };
  await c.audit({ chain, action, target: id, detail });
  c.emit(chain, 'source.analyzed', { source_id: id, name, spec_version: version });
}

/** Stores a new version of a source's parse spec and returns its number. */
export async function storeParseSpec(
  c: Change,
  { id }: Pick<SourceRecord, 'id'>,
  sheets: unknown[],
  madeBy: 'structuring' | 'person',
): Promise<number> {
  const { last } = await c.tx
    .selectFrom('parse_specs')
    .select((eb) => eb.fn.max('spec_version').as('last'))
    .where('source_id', '=', id)
    .executeTakeFirstOrThrow();
  // The first is kept with the file, whatever becomes of the tables that were made of it.
  if (last !== null) c.keepBefore('parse-spec', id, { spec_version: Number(last) });
  return await insertSpec(c, id, Number(last ?? 0) + 1, { sheets: JSON.stringify(sheets), made_by: madeBy });
}

async function insertSpec(
  c: Change,
  sourceId: string,
  version: number,
  spec: { sheets: string; made_by: 'structuring' | 'person' },
): Promise<number> {
  await c.tx
    .insertInto('parse_specs')
    .values({ source_id: sourceId, spec_version: version, ...spec, created_at: c.at })
    .execute();
  return version;
}

/** Makes an earlier version of a spec the latest again, or has none where there was none. */
export async function putParseSpec(
  c: Change,
  { id: sourceId, name, workbook_id: chain }: SourceRecord,
  before: { spec_version: number } | null,
): Promise<void> {
  const last = await c.tx
    .selectFrom('parse_specs')
    .select('spec_version')
    .where('source_id', '=', sourceId)
    .orderBy('spec_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  c.keepBefore('parse-spec', sourceId, last);
  const known = await c.tx
    .selectFrom('parse_specs')
    .select(['sheets', 'made_by'])
    .where('source_id', '=', sourceId)
    .where('spec_version', '=', before?.spec_version ?? 0)
    .executeTakeFirst();
  const { sheets = NO_SPEC, made_by = 'structuring' } = known ?? {};
  const version = await insertSpec(c, sourceId, last.spec_version + 1, { sheets, made_by });
  c.emit(chain, 'source.analyzed', { source_id: sourceId, name, spec_version: version });
}

export async function storeFindings(
  c: Change,
  sourceId: string,
  structures: { sheet: string; coverage: object; reconciliation: object[] }[],
): Promise<void> {
  const coverage = structures.map(({ sheet, coverage: cells }) => ({ sheet, ...cells }));
  const reconciliation = structures.flatMap(({ sheet, reconciliation: totals }) =>
    totals.map((total) => ({ sheet, ...total })),
  );
  await putFindings(c, sourceId, {
    coverage: JSON.stringify(coverage),
    reconciliation: JSON.stringify(reconciliation),
  });
}

export async function putFindings(
  c: Change,
  sourceId: string,
  findings: { coverage: string; reconciliation: string } | null,
): Promise<void> {
  if (!findings) {
    await c.tx.deleteFrom('source_findings').where('source_id', '=', sourceId).execute();
    return;
  }
  await c.tx
    .insertInto('source_findings')
    .values({ source_id: sourceId, ...findings })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(findings))
    .execute();
}
