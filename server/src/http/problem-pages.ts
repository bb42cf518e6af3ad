import { escapeHtml } from '../core/escape-html.js';
import { type ProblemSlug, problemKinds } from '../core/problems.js';
import { htmlPage } from './page.js';

/** The page at the URL of a problem's `type`. */
export function problemPage(slug: ProblemSlug): string {
  const { status, title, fix } = problemKinds[slug];
  return htmlPage(
    title,
    `<p><code>${slug}</code>, HTTP status ${status}</p>
<h2>How to fix it</h2>
<p>${escapeHtml(fix)}</p>
<p>The answer itself says more in <code>detail</code> and <code>suggested_fix</code>. <a href="/problems">All problems</a>, <a href="/docs">API</a>.</p>`,
  );
}

export function problemIndexPage(): string {
  const rows = Object.entries(problemKinds).map(
    ([slug, kind]) =>
      `<tr><td>${kind.status}<td><a href="/problems/${slug}">${slug}</a><td>${escapeHtml(kind.title)}`,
  );
  return htmlPage('Problems this service answers with', `<table>${rows.join('\n')}</table>`);
}
