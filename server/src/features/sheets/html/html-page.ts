import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../core/escape-html.js';
import { PAGE_STYLE } from './page-style.js';

export interface HtmlPage {
  html: string;
  /** What the page may do: use its own style sheet. */
  policy: string;
}

interface PageParts {
  title: string;
  language: string;
  /** HTML. */
  content: string;
  /** The style sheet of the content. */
  css: string;
  isLandscape: boolean;
  /** Absent, the printer decides. */
  paper?: PaperSize | undefined;
}

export type PaperSize = 'A4' | 'letter';

/** One page that needs nothing else and runs nothing. */
export function htmlPage({
  title,
  language,
  content,
  css,
  isLandscape,
  paper = undefined,
}: PageParts): HtmlPage {
  const page = `@page{size:${paper ?? ''} ${isLandscape ? 'landscape' : 'portrait'};margin:16mm 14mm}`;
  const style = `${PAGE_STYLE}\n${page}\n${css}`;
  const hash = createHash('sha256').update(style).digest('base64');
  const own = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  // In the page too, for one that was saved to a file.
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${own}">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main${isLandscape ? ' class="wide"' : ''}>
${content}</main>
</body>
</html>
`;
  return { html, policy: `${own}; frame-ancestors 'none'` };
}
