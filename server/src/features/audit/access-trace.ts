/** Collects, while a request runs, what is recorded about it afterwards. */
export class AccessTrace {
  /** The governed tables that it read, by workbook. */
  readonly governed = new Map<string, Set<string>>();
  /** Whether the caller was refused the workbook that the request names, or this action in it. */
  refused = false;
  /** The account that it acts on, once that is known: a session may act on any of several. */
  accountId: string | undefined;

  record(workbookId: string, tableId: string): void {
    const tables = this.governed.get(workbookId);
    if (tables) tables.add(tableId);
    else this.governed.set(workbookId, new Set([tableId]));
  }
}
