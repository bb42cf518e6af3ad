import type { SheetRecord } from '../../catalog/sheet-records.js';
import type { ReportSubscription } from '../../catalog/subscription-records.js';
import { escapeHtml } from '../../core/escape-html.js';
import { portableStem } from '../../core/file-names.js';
import { wordsIn } from '../../core/report-texts.js';
import type { MailAttachment, MailMessage } from '../../gateways/mail/mail.js';
import type { PageViewer } from '../charts/page-viewer.js';
import type { Service } from '../service.js';
import { mailPage } from '../sheets/mail/mail-page.js';
import { inline } from '../sheets/mail/mail-style.js';
import type { MailedReport } from '../sheets/mail/render-mail.js';
import { renderXlsx } from '../sheets/render-xlsx.js';
import type { ResolvedBlock } from '../sheets/resolve-sheet.js';
import { dayOf, mailWords, momentOf } from './mail-words.js';
import { unsubscribeUrl } from './unsubscribe.js';

/** Larger ones are refused by many mail servers, and wanted by few readers. */
const MOST_FILE_BYTES = 5_000_000;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Mailing {
  subscription: ReportSubscription;
  sheet: SheetRecord;
  viewer: PageViewer;
  to: string;
  blocks: readonly ResolvedBlock[];
  report: MailedReport;
  at: Date;
}

/** A report as a message to its subscriber. */
export async function reportMessage(
  service: Service,
  mailing: Mailing,
): Promise<Omit<MailMessage, 'messageId'>> {
  const { subscription, sheet, to, report, at } = mailing;
  const { title, language, pictures } = report;
  const { time_zone, origin, workbook_id, workbook_title } = subscription;
  const zone = time_zone ?? 'UTC';
  const words = mailWords[language];
  const file = subscription.file === 'attach' ? await xlsxOf(service, mailing) : undefined;
  const reportUrl = `${service.config.publicUrl ?? origin}/workbooks/${workbook_id}/reports/${encodeURIComponent(sheet.name)}`;
  const stopUrl = unsubscribeUrl(service, subscription);
  const asOf = wordsIn[language].asOf(momentOf(at, language, zone));
  const remarks = [
    ...(report.isCut ? [words.rest] : []),
    ...(subscription.file === 'link' ? [words.fileLinked] : []),
    ...(subscription.file === 'attach' && !file ? [words.fileTooLarge] : []),
  ];
  const content = [
    report.html,
    ...remarks.map((text) => `<p style="${inline.small}" class="small">${escapeHtml(text)}</p>`),
    `<a href="${escapeHtml(reportUrl)}" style="${inline.button}" class="button">${words.open}</a>`,
    `<p style="${inline.footer}" class="footer">${escapeHtml(asOf)}<br>${escapeHtml(words.why(workbook_title))} <a href="${escapeHtml(stopUrl)}" style="${inline.link}" class="link">${words.stop}</a></p>`,
  ];
  const text = [
    report.text,
    ...(remarks.length > 0 ? [remarks.join('\n')] : []),
    `${words.open}: ${reportUrl}`,
    `${asOf}\n${words.why(workbook_title)}\n${words.stop}: ${stopUrl}`,
  ];
  return {
    to,
    subject: words.subject(cut(title), dayOf(at, language, zone)),
    text: `${text.join('\n\n')}\n`,
    html: mailPage({ title, language, content: content.join('\n'), preview: asOf }),
    pictures,
    ...(file && { attachments: [file] }),
    unsubscribeUrl: stopUrl,
  };
}

/** A longer subject is not shown by any list of messages. */
const cut = (title: string) =>
  title.length > 150 ? `${title.slice(0, 150).replace(/\p{Cs}$/u, '')}…` : title;

/** Undefined if it is too large for a mail. */
async function xlsxOf(
  service: Service,
  { viewer, sheet, blocks, report: { title } }: Mailing,
): Promise<MailAttachment | undefined> {
  const { bytes } = await renderXlsx(service, viewer, sheet, blocks);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the stream.
    if (size > MOST_FILE_BYTES) return undefined;
  }
  return { filename: `${portableStem(title)}.xlsx`, contentType: XLSX, content: Buffer.concat(chunks) };
}
