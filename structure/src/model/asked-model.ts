import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import type { SheetSpec } from '../parse-spec.js';

/** A sheet that a model is asked about. */
export interface AskedModel {
  sheet: Sheet;
  dialect: Dialect | null;
  /** As rules and search read it. */
  spec: SheetSpec;
  /** What a single table is called. */
  baseName: string;
  /** Lines of the workspace's rules that the service does not understand. */
  rules?: readonly string[];
}

/**
 * The reading that was found, also where it was not sure enough to be followed: what a model says is said about this one, as the
 * cells as they are in the sheet have nothing that could be changed.
 */
export function foundReading(spec: SheetSpec): SheetSpec {
  const [found] = spec.alternatives ?? [];
  if (!spec.keptAsSheet || !found) return spec;
  const { regions, unassigned } = found;
  return { ...spec, regions, unassigned };
}
