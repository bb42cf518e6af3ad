import { createHash } from 'node:crypto';
import { escapeHtml } from '../core/escape-html.js';
import type { Answer, BytesBody } from './answer.js';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:45rem;margin:3rem auto;padding:0 1rem}code{background:#eee;padding:.1em .3em}td{padding:.2em .8em}label{display:block;margin:1em 0}input{display:block;font:inherit;width:100%;max-width:25rem;padding:.3em}button{font:inherit;padding:.4em 1.5em}';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy allows nothing but the one style sheet of these pages. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
};

/** A page that people see; `content` is HTML. */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
}

/** The shape of an answer that is a page. */
export const PAGE = { mediaTypes: ['text/html'] } as const;

export function page<Status extends number>(
  status: Status,
  title: string,
  paragraphs: readonly string[],
): Answer<Status, BytesBody> {
  const content = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return { status, body: htmlPage(title, content), headers: pageHeaders };
}
