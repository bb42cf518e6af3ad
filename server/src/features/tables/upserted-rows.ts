/** What an upsert writes; an upsert of a derived table overrides cells and answers the same. */
export interface WrittenRows {
  version: number;
  opId: number;
  rowIds: number[];
  inserted: number;
  updated: number;
  stale: string[];
}

export type UpsertedRows = WrittenRows & { dryRun: boolean };
