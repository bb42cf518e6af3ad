import type { HtmlReport } from '../html/render-html.js';
import { mailPage } from './mail-page.js';
import type { MailedReport } from './render-mail.js';

/** Styles are inline, as mail programs want them, and pictures in the page. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What a mail of a report looks like, as a page that needs nothing else. */
export function previewMail({ title, language, html, pictures, tables }: MailedReport): HtmlReport {
  const content = pictures.reduce(
    (page, { cid, png }) =>
      page.replace(`src="cid:${cid}"`, `src="data:image/png;base64,${Buffer.from(png).toString('base64')}"`),
    html,
  );
  return { html: mailPage({ title, language, content, preview: '' }), policy, tables };
}
