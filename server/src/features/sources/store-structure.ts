import type { Change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';

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
  const version = Number(last ?? 0) + 1;
  await c.tx
    .insertInto('parse_specs')
    .values({
      source_id: id,
      spec_version: version,
      sheets: JSON.stringify(sheets),
      made_by: madeBy,
      created_at: c.at,
    })
    .execute();
  return version;
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
  const findings = { coverage: JSON.stringify(coverage), reconciliation: JSON.stringify(reconciliation) };
  await c.tx
    .insertInto('source_findings')
    .values({ source_id: sourceId, ...findings })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(findings))
    .execute();
}
