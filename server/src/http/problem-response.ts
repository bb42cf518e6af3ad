import { escapeHtml } from '../core/escape-html.js';
import { type Problem, type ProblemSlug, problemKinds } from '../core/problems.js';
import { codeFields, codeFieldsOf } from '../present/messages.js';
import { htmlPage } from './page.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** RFC 9457, with what a program needs to correct the call. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  const { detail, fix } = problem.said;
  return {
    type: `/problems/${problem.slug}`,
    title: problem.title,
    status: problem.status,
    detail: detail.text,
    ...codeFields(detail),
    suggested_fix: fix.text,
    ...codeFieldsOf('fix', fix),
    ...problem.members,
    request_id: requestId,
  };
}

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
