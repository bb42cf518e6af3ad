import { type Static, Type } from '@sinclair/typebox';
import { inWordsOf } from '@workbook-data-service/contract/messages';
import type { RunOutcome } from '../features/transforms/run-tables.js';
import { toolEdge } from './tool-edge.js';

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
      suggested_fix: inWordsOf(toolEdge, error.said.fix),
    })),
    skipped: skipped.map(({ table }) => table),
  };
}
