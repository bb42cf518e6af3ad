import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';

/** The remembered readings that sheets were read by, for the op log and the audit log. */
export function readingsNamed(specs: readonly Pick<SheetSpec, 'reading'>[]): { readings?: string[] } {
  const ids = specs.flatMap(({ reading }) => (reading && !reading.afresh ? [reading.id] : []));
  return ids.length > 0 ? { readings: [...new Set(ids)] } : {};
}

/** The specs of sheets that a file became. */
export const specsOf = (sheets: readonly { structure: { spec: SheetSpec } | null }[]) =>
  sheets.flatMap(({ structure }) => (structure ? [structure.spec] : []));
