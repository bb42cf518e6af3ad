import { escapeHtml } from '../../../core/escape-html.js';
import { inline, MAIL_STYLE } from './mail-style.js';

interface MailPage {
  title: string;
  language: string;
  /** HTML. */
  content: string;
  /** What a list of messages shows behind the subject. */
  preview: string;
}

/** A page for mail programs: tables for the layout, styles inline, nothing to load. */
export function mailPage({ title, language, content, preview }: MailPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${MAIL_STYLE}
</style>
</head>
<body style="${inline.page}" class="page">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" bgcolor="#f3f4f6" style="${inline.frame}" class="page">
<tr><td align="center" style="padding:24px 12px" class="edge">
<table role="presentation" width="720" border="0" cellspacing="0" cellpadding="0" bgcolor="#ffffff" style="${inline.card}" class="card">
<tr><td style="${inline.content}" class="content">
${content}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
