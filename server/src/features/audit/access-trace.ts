/** Collects, while a request runs, the governed tables that it read. */
export class AccessTrace {
  readonly governed = new Map<string, Set<string>>();
  /** Whether the caller was refused the workbook that the request names, or this action in it. */
  refused = false;

  record(workbookId: string, tableId: string): void {
    const tables = this.governed.get(workbookId);
    if (tables) tables.add(tableId);
    else this.governed.set(workbookId, new Set([tableId]));
  }
}
