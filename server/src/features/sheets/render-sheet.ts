import { portableStem } from '../../core/file-names.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { SheetPlace } from '../places.js';
import type { Service } from '../service.js';
import { type HtmlReport, renderHtml } from './html/render-html.js';
import { resolveSheet } from './resolve-sheet.js';
import { requireSheet } from './sheets.js';

export type SheetFormat = 'html';

export interface RenderedSheet {
  format: SheetFormat;
  page: HtmlReport;
  filename: string;
  /** Those of which rows or figures are shown. */
  tables: ReadableTable[];
}

/** A sheet with the current data, as the caller may see it. */
export async function renderSheet(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  format: SheetFormat,
): Promise<RenderedSheet> {
  const sheet = await requireSheet(service.catalog.db, place);
  const blocks = await resolveSheet(service, caller, sheet);
  const page = await renderHtml(service, caller, sheet, blocks);
  const filename = `${portableStem(sheet.title ?? sheet.name)}.${format}`;
  return { format, page, filename, tables: page.tables };
}
