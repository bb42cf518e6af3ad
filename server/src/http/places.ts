import type {
  ChartPlace,
  ColumnPlace,
  CommentPlace,
  LinkPlace,
  RowPlace,
  SchedulePlace,
  SheetPlace,
  SourcePlace,
  SubscriptionPlace,
  TablePlace,
  TransformPlace,
  ViewPlace,
} from '../features/places.js';

/** Place types, which use cases take, made from the parameters of a path. */

export function tablePlace(params: { workbook_id: string; name: string }): TablePlace {
  return { workbookId: params.workbook_id, table: params.name };
}

export function columnPlace(params: { workbook_id: string; name: string; column: string }): ColumnPlace {
  return { ...tablePlace(params), column: params.column };
}

export function viewPlace(params: { workbook_id: string; name: string; view: string }): ViewPlace {
  return { ...tablePlace(params), view: params.view };
}

export function commentPlace(params: {
  workbook_id: string;
  name: string;
  comment_id: string;
}): CommentPlace {
  return { ...tablePlace(params), commentId: params.comment_id };
}

export function rowPlace(params: { workbook_id: string; name: string; row_id: number }): RowPlace {
  return { ...tablePlace(params), rowId: params.row_id };
}

export function sourcePlace(params: { workbook_id: string; source_name: string }): SourcePlace {
  return { workbookId: params.workbook_id, source: params.source_name };
}

export function transformPlace(params: { workbook_id: string; transform: string }): TransformPlace {
  return { workbookId: params.workbook_id, transform: params.transform };
}

export function linkPlace(params: { workbook_id: string; link_id: string }): LinkPlace {
  return { workbookId: params.workbook_id, linkId: params.link_id };
}

export function subscriptionPlace(params: {
  workbook_id: string;
  name: string;
  subscription_id: string;
}): SubscriptionPlace {
  return { ...sheetPlace(params), subscriptionId: params.subscription_id };
}

export function schedulePlace(params: { workbook_id: string; schedule_id: string }): SchedulePlace {
  return { workbookId: params.workbook_id, scheduleId: params.schedule_id };
}

export function chartPlace(params: { workbook_id: string; name: string }): ChartPlace {
  return { workbookId: params.workbook_id, chart: params.name };
}

export function sheetPlace(params: { workbook_id: string; name: string }): SheetPlace {
  return { workbookId: params.workbook_id, sheet: params.name };
}
