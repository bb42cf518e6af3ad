import { portableStem } from '../../core/file-names.js';
import type { Caller } from '../caller.js';
import type { SheetPlace } from '../places.js';
import type { Service } from '../service.js';
import { type HtmlReport, renderHtml } from './html/render-html.js';
import { renderXlsx, type XlsxReport } from './render-xlsx.js';
import { resolveSheet } from './resolve-sheet.js';
import { requireSheet } from './sheets.js';

export type RenderedSheet = { filename: string } & (
  | { format: 'html'; page: HtmlReport }
  | { format: 'xlsx'; file: XlsxReport }
);

/** A sheet with the current data, as the caller may see it. */
export async function renderSheet(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  format: RenderedSheet['format'],
): Promise<RenderedSheet> {
  const sheet = await requireSheet(service.catalog.db, place);
  const blocks = await resolveSheet(service, caller, sheet);
  const filename = `${portableStem(sheet.title ?? sheet.name)}.${format}`;
  return format === 'xlsx'
    ? { format, file: await renderXlsx(service, caller, sheet, blocks), filename }
    : { format, page: await renderHtml(service, caller, sheet, blocks), filename };
}
