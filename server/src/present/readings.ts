import type { ReadingRecord } from '../catalog/reading-records.js';
import type { RememberedReading } from '../core/reading.js';
import { type FollowedTarget, targetOf } from '../core/reading-targets.js';
import { sheetsOf } from '../features/readings/known-readings.js';

export function rememberedBody({
  id,
  name,
  learnedFrom,
  decidedBy,
  match,
  differences,
  afresh,
}: RememberedReading) {
  return {
    id,
    name,
    learned_from: learnedFrom,
    decided_by: decidedBy,
    match,
    differences,
    ...(afresh && { afresh }),
  };
}

export function targetBody({ mode, table, rowsAdded, rowsRemoved, refused }: FollowedTarget) {
  return { mode, table, rows_added: rowsAdded, rows_removed: rowsRemoved, ...(refused && { refused }) };
}

export function savedReadingBody(reading: ReadingRecord) {
  const { id, name, workspace_id, workbook_id, source_id, learned_from, decided_by } = reading;
  const target = targetOf(reading.target);
  return {
    id,
    name,
    workspace_id,
    workbook_id,
    source_id: source_id || null,
    learned_from,
    decided_by,
    sheets: sheetsOf(reading.sheets).map(({ sheet, tables }) => ({
      name: sheet,
      tables: tables.map(({ name: called, layout, columns, leftOut }) => ({
        name: called,
        layout,
        columns: columns.map(({ label, name: given, type }) => ({ label, name: given, type })),
        left_out: leftOut,
      })),
    })),
    target: {
      mode: target?.mode ?? ('new' as const),
      table: target?.table ?? null,
      source_column: target?.sourceColumn ?? null,
      period_column: target?.periodColumn ?? null,
    },
    created_at: reading.created_at,
    updated_at: reading.updated_at,
  };
}
