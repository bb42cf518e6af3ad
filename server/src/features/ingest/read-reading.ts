import type { CellCoverage, StatedTotal } from '@workbook-data-service/structure/parse-spec';
import { type Reading, readingOf } from '../../core/reading.js';
import type { Service } from '../service.js';
import { findSpec } from '../sources/parse-specs.js';
import { SourceVisibility } from '../sources/source-visibility.js';

/**
 * How a source is read by now, with corrections; null where no tables were made by it, and for those who may not see every
 * column that comes from the source, because a reading quotes cells.
 */
export async function readingVisibleTo(
  service: Service,
  { userId }: { userId: string | null },
  sourceId: string,
): Promise<Reading | null> {
  const { db } = service.catalog;
  const source = await db.selectFrom('sources').selectAll().where('id', '=', sourceId).executeTakeFirst();
  const findings = await db
    .selectFrom('source_findings')
    .selectAll()
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  const spec = await findSpec(db, sourceId);
  if (!source || !findings || !spec) return null;
  if (userId !== null) {
    const visibility = await SourceVisibility.load(service, { userId }, source.workbook_id);
    if (!(await visibility.isFullyVisible(source))) return null;
  }
  const coverage = JSON.parse(findings.coverage) as (CellCoverage & { sheet: string })[];
  const totals = JSON.parse(findings.reconciliation) as (StatedTotal & { sheet: string })[];
  return readingOf(
    spec.sheets.map((sheet) => ({
      spec: sheet,
      coverage: coverage.find((one) => one.sheet === sheet.name),
      reconciliation: totals.filter((one) => one.sheet === sheet.name),
    })),
  );
}
