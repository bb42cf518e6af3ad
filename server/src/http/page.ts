import { createHash } from 'node:crypto';
import { escapeHtml } from '../core/escape-html.js';
import type { Answer, BytesBody } from './answer.js';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:45rem;margin:3rem auto;padding:0 1rem;word-break:auto-phrase}code{background:light-dark(#eee,#333);padding:.1em .3em}td{padding:.2em .8em}label{display:block;margin:1em 0}input{display:block;font:inherit;width:100%;max-width:25rem;padding:.3em}button{font:inherit;padding:.4em 1.5em}';

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

/** The languages in which people are told what a page says. */
export type PageLanguage = 'en' | 'ja';

/** The one that a browser would rather have, by its Accept-Language header. */
export function pageLanguageOf(accepted = ''): PageLanguage {
  const [first] = accepted
    .split(',')
    .map((part) => /^\s*(en|ja)\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(part))
    .filter((part) => part !== null)
    .sort((a, b) => Number(b[2] ?? 1) - Number(a[2] ?? 1));
  return first?.[1]?.toLowerCase() === 'ja' ? 'ja' : 'en';
}

/** A page that people see; `content` is HTML. */
export function htmlPage(title: string, content: string, language: PageLanguage = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
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
  language: PageLanguage,
): Answer<Status, BytesBody> {
  const content = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return { status, body: htmlPage(title, content, language), headers: pageHeaders };
}
