/** What a request saw of governed tables, gathered while it runs. */
export class AccessTrace {
  readonly governed = new Map<string, Set<string>>();
  /** Set where the caller may not enter the workbook that the request names, or not for this. */
  refused = false;

  record(workbookId: string, tableId: string): void {
    const tables = this.governed.get(workbookId);
    if (tables) tables.add(tableId);
    else this.governed.set(workbookId, new Set([tableId]));
  }
}
