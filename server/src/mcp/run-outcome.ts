import { type Static, Type } from '@sinclair/typebox';
import type { RunOutcome } from '../features/transforms/run-tables.js';
import { inToolWords } from './tool-words.js';

const Names = Type.Array(Type.String());
const Tables = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** What became of derived tables, in short. */
export const RunOutcomeBody = Type.Object({
  recomputed: Tables,
  unchanged: Names,
  failed: Tables,
  skipped: Names,
});

export function runOutcomeBody({
  recomputed,
  unchanged,
  failed,
  skipped,
}: RunOutcome): Static<typeof RunOutcomeBody> {
  return {
    recomputed: recomputed.map(({ table, rowCount }) => ({ table, row_count: rowCount })),
    unchanged: unchanged.map(({ table }) => table),
    failed: failed.map(({ table, error }) => ({
      table,
      detail: error.detail,
      suggested_fix: inToolWords(error.fix),
    })),
    skipped: skipped.map(({ table }) => table),
  };
}
