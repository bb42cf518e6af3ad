/** What an upsert did; an upsert of a derived table overrides cells and answers the same. */
export interface UpsertedRows {
  version: number;
  opId: number;
  rowIds: number[];
  inserted: number;
  updated: number;
  stale: string[];
  dryRun: boolean;
}
