import { createHash } from 'node:crypto';
import { escapeHtml } from '../core/escape-html.js';
import type { Language } from '../core/preferred-language.js';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:45rem;margin:3rem auto;padding:0 1rem;word-break:auto-phrase}code{background:light-dark(#eee,#333);padding:.1em .3em}td{padding:.2em .8em}label{display:block;margin:1em 0}input{display:block;box-sizing:border-box;font:inherit;width:100%;max-width:25rem;padding:.3em}button{font:inherit;padding:.4em 1.5em}';

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
export function htmlPage(title: string, content: string, language: Language = 'en'): string {
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
