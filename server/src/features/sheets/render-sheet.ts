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
  const { sheet, blocks } = await currentSheet(service, caller, place);
  const filename = `${portableStem(sheet.title ?? sheet.name)}.${format}`;
  return format === 'xlsx'
    ? { format, file: await renderXlsx(service, caller, sheet, blocks), filename }
    : { format, page: await renderHtml(service, caller, sheet, blocks), filename };
}

export async function renderSheetPage(
  service: Service,
  caller: Caller,
  place: SheetPlace,
): Promise<HtmlReport> {
  const { sheet, blocks } = await currentSheet(service, caller, place);
  return await renderHtml(service, caller, sheet, blocks);
}

async function currentSheet(service: Service, caller: Caller, place: SheetPlace) {
  const sheet = await requireSheet(service.catalog.db, place);
  return { sheet, blocks: await resolveSheet(service, caller, sheet) };
}
