import type { CellCoverage, StatedTotal } from '@workbook-data-service/structure/parse-spec';
import type { TableRecord } from '../../catalog/tables.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { findSpec, type KeptSpec } from '../sources/parse-specs.js';
import { SourceVisibility, type VisibleSource } from '../sources/source-visibility.js';
import { getSource, tablesOfSource } from '../sources/sources.js';

export interface SourceDescription {
  source: VisibleSource;
  tables: TableRecord[];
  spec: KeptSpec | undefined;
  /** Null before the source is materialized, and for callers who may not see every column of its tables. */
  coverage: (CellCoverage & { sheet: string })[] | null;
  reconciliation: (StatedTotal & { sheet: string })[] | null;
}

/** A source with its tables and parse spec, and how much of the file they cover. */
export async function describeSource(
  service: Service,
  caller: Caller,
  place: SourcePlace,
): Promise<SourceDescription> {
  const { db } = service.catalog;
  const source = await getSource(service, place);
  const findings = await db
    .selectFrom('source_findings')
    .selectAll()
    .where('source_id', '=', source.id)
    .executeTakeFirst();
  // Totals are values of the file, and counts reveal which cells are blank.
  const visibility = await SourceVisibility.load(service, caller, place.workbookId);
  const isFullyVisible = await visibility.isFullyVisible(source);
  return {
    source: await visibility.redact(source),
    tables: await tablesOfSource(db, source.id),
    spec: await findSpec(db, source.id),
    coverage: findings && isFullyVisible ? JSON.parse(findings.coverage) : null,
    reconciliation: findings && isFullyVisible ? JSON.parse(findings.reconciliation) : null,
  };
}
