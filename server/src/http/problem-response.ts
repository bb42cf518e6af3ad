import { createHash } from 'node:crypto';
import { type Problem, type ProblemSlug, problemKinds } from '../core/problems.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** RFC 9457, with what a program needs to correct the call. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  return {
    type: `/problems/${problem.slug}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    suggested_fix: problem.fix,
    ...problem.members,
    request_id: requestId,
  };
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:45rem;margin:3rem auto;padding:0 1rem}code{background:#eee;padding:.1em .3em}td{padding:.2em .8em}';

/** The content security policy allows nothing but the one style sheet of these pages. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The page at the URL of a problem's `type`. */
export function problemPage(slug: ProblemSlug): string {
  const { status, title, fix } = problemKinds[slug];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
<p><code>${slug}</code>, HTTP status ${status}</p>
<h2>How to fix it</h2>
<p>${escapeHtml(fix)}</p>
<p>The answer itself says more in <code>detail</code> and <code>suggested_fix</code>. <a href="/problems">All problems</a>, <a href="/docs">API</a>.</p>
</html>
`;
}

export function problemIndexPage(): string {
  const rows = Object.entries(problemKinds).map(
    ([slug, kind]) =>
      `<tr><td>${kind.status}<td><a href="/problems/${slug}">${slug}</a><td>${escapeHtml(kind.title)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Problems</title>
<style>${STYLE}</style>
<h1>Problems this service answers with</h1>
<table>${rows.join('\n')}</table>
</html>
`;
}
