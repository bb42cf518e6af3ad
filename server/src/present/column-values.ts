import type { SimilarValues } from '../features/tables/similar-values.js';
import type { UpsertedRows } from '../features/tables/upserted-rows.js';
import { warningsBody } from './warnings.js';

export function similarValuesBody({ table, column, groups, distinct, compared }: SimilarValues) {
  return {
    name: table.record.name,
    column: column.name,
    edit_version: table.version,
    groups: groups.map(({ likeness, values }) => ({ likeness, suggested: values[0]?.value ?? '', values })),
    distinct,
    compared,
    ...warningsBody(table),
  };
}

export function replacedValuesBody({ version, updated, opId, stale, dryRun }: UpsertedRows) {
  return { edit_version: version, updated, op_id: opId, stale, dry_run: dryRun };
}
