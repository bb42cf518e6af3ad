/** The result of an upsert, also of a derived table, where it overrides cells. */
export interface WrittenRows {
  version: number;
  opId: number;
  rowIds: number[];
  inserted: number;
  updated: number;
  stale: string[];
}

export type UpsertedRows = WrittenRows & { dryRun: boolean };
