import { say } from '@workbook-data-service/contract/messages';
import { portableStem } from '../../core/file-names.js';
import { problem } from '../../core/problems.js';
import { PrintingFailed } from '../../gateways/pdf-printer.js';
import type { Caller } from '../caller.js';
import type { SheetPlace } from '../places.js';
import type { Service } from '../service.js';
import type { PaperSize } from './html/html-page.js';
import { type HtmlReport, renderHtml } from './html/render-html.js';
import { previewMail } from './mail/preview-mail.js';
import { renderMail } from './mail/render-mail.js';
import { renderXlsx, type XlsxReport } from './render-xlsx.js';
import { resolveSheet } from './resolve-sheet.js';
import { requireSheet } from './sheets.js';

export type RenderedSheet = { filename: string } & (
  | { format: 'html' | 'mail'; page: HtmlReport }
  | { format: 'xlsx'; file: XlsxReport }
  | { format: 'pdf'; file: PdfReport }
);

interface PdfReport {
  bytes: Buffer;
  /** Those whose rows or figures are shown. */
  tables: HtmlReport['tables'];
}

/** A sheet with the current data, as the caller may see it. */
export async function renderSheet(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  { format, paper }: { format: RenderedSheet['format']; paper: PaperSize },
): Promise<RenderedSheet> {
  const sheet = await requireSheet(service.catalog.db, place);
  const blocks = await resolveSheet(service, caller, sheet);
  const filename = `${portableStem(sheet.title ?? sheet.name)}.${format === 'mail' ? 'html' : format}`;
  switch (format) {
    case 'xlsx':
      return { format, file: await renderXlsx(service, caller, sheet, blocks), filename };
    case 'html':
      return { format, page: await renderHtml(service, caller, sheet, blocks), filename };
    case 'mail':
      return { format, page: previewMail(await renderMail(service, caller, sheet, blocks)), filename };
    case 'pdf': {
      const printer = requirePrinter(service);
      const { html, tables } = await renderHtml(service, caller, sheet, blocks, paper);
      const account = await service.accountOf(place.workbookId);
      return { format, file: { bytes: await printer(account, html), tables }, filename };
    }
  }
}

function requirePrinter({ pdfPrinter, log }: Service): (account: string, html: string) => Promise<Buffer> {
  if (!pdfPrinter) throw problem('not-configured', say('pdf-unset'), { fix: say('fix-pdf-unset') });
  return async (account, html) => {
    try {
      return await pdfPrinter.print(account, html);
    } catch (error) {
      if (!(error instanceof PrintingFailed)) throw error;
      log.warn({ err: error }, 'a report was not printed');
      throw problem('print-failed');
    }
  };
}
