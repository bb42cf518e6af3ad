/** A table as a request names it. */
export interface TablePlace {
  workbookId: string;
  /** By name or id. */
  table: string;
}

export interface ColumnPlace extends TablePlace {
  column: string;
}

/** A saved view of a table. */
export interface ViewPlace extends TablePlace {
  /** By id or name. */
  view: string;
}

/** A comment on a table, or on something in it. */
export interface CommentPlace extends TablePlace {
  commentId: string;
}

export interface RowPlace extends TablePlace {
  rowId: number;
}

export interface SourcePlace {
  workbookId: string;
  /** By name or id. */
  source: string;
}

export interface TransformPlace {
  workbookId: string;
  /** By name or id. */
  transform: string;
}

/** A tracked file. */
export interface LinkPlace {
  workbookId: string;
  linkId: string;
}

export interface SchedulePlace {
  workbookId: string;
  scheduleId: string;
}

export interface ChartPlace {
  workbookId: string;
  /** By name or id. */
  chart: string;
}

export interface SheetPlace {
  workbookId: string;
  /** By name or id. */
  sheet: string;
}

export interface SubscriptionPlace extends SheetPlace {
  subscriptionId: string;
}
