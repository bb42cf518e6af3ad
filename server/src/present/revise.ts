import type { RevisedSource } from '../features/revising/revise-source.js';
import type { RevisedTables } from '../features/revising/revision.js';
import { readingFields } from './reading.js';
import { sourceBody } from './sources.js';
import { artifactRowBody } from './tables.js';

export function revisedSourceBody(revised: RevisedSource) {
  return {
    source: sourceBody(revised.source),
    revision: revised.revision,
    unchanged: revised.opId === null,
    ...revisedTablesBody(revised),
    op_id: revised.opId,
    dry_run: revised.dryRun,
  };
}

export function revisedTablesBody(revised: RevisedTables) {
  return {
    artifacts: revised.tables.map(artifactRowBody),
    tables: revised.revised.map(({ table, counts, columnNames }) => ({
      name: table.name,
      artifact_id: table.id,
      edit_version: table.edit_version,
      ...counts,
      added_columns: columnNames.added,
      missing_columns: columnNames.missing,
    })),
    kept_edits: revised.keptEdits.map(({ table, rowId, column, kept, incoming }) => ({
      table,
      row_id: rowId,
      column,
      kept,
      incoming,
    })),
    kept_edit_count: revised.keptEditsTotal,
    archived: revised.archived,
    ...readingFields(revised.reading),
  };
}
