import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../core/escape-html.js';
import { Problem } from '../core/problems.js';
import { type InvitationView, viewInvitation } from '../features/people/view-invitation.js';
import type { Service } from '../features/service.js';
import { headersOfPage, htmlPage } from './page.js';

/** Addresses are relative to the page, because the service may be served below a path. */
const SCRIPT = `
const form = document.querySelector('form');
const outcome = document.querySelector('[role=status]');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  outcome.textContent = '';
  const given = new FormData(form);
  const token = location.pathname.split('/').pop();
  try {
    const answer = await fetch('../api/auth/invitations/' + token + '/accept', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: given.get('name') || null, password: given.get('password') }),
    });
    if (answer.ok) {
      form.hidden = true;
      document.querySelector('#next').hidden = false;
      return;
    }
    const problem = await answer.json();
    outcome.textContent = problem.detail + ' ' + problem.suggested_fix;
  } catch {
    outcome.textContent = 'The service cannot be reached. Try again.';
  }
  button.disabled = false;
});
`;

const headers = headersOfPage(SCRIPT);

/** The page behind the link of an invitation. Looking at it changes nothing, since mail programs open links too. */
export function registerInvitationPage(app: FastifyInstance, service: Service): void {
  app.get<{ Params: { token: string } }>(
    '/invitations/:token',
    { schema: { hide: true } },
    async (request, reply) => {
      try {
        const view = await viewInvitation(service, request.params.token);
        return reply.headers(headers).send(invitationPage(view));
      } catch (error) {
        if (!(error instanceof Problem) || (error.slug !== 'not-found' && error.slug !== 'expired'))
          throw error;
        const content = `<p>${escapeHtml(error.detail)}</p>\n<p>${escapeHtml(error.fix)}</p>`;
        return reply.code(error.status).headers(headersOfPage()).send(htmlPage('No invitation', content));
      }
    },
  );
}

function invitationPage({ workspace, email, baseRole, isUser, signsInElsewhere }: InvitationView): string {
  const name = `<label>Name <input name="name" autocomplete="name" maxlength="200"></label>`;
  const password = isUser
    ? '<label>Your password <input type="password" name="password" autocomplete="current-password" required></label>'
    : '<label>Choose a password, of 8 characters or more <input type="password" name="password" autocomplete="new-password" minlength="8" maxlength="1024" required></label>';
  return htmlPage(
    `Invitation to ${workspace}`,
    `<p>You are invited to the workspace <b>${escapeHtml(workspace)}</b>, as ${baseRole}.</p>
<form method="post">
<label>E-mail address <input type="email" value="${escapeHtml(email)}" autocomplete="username" readonly></label>
${isUser ? '' : `${name}\n`}${password}
<button>Accept</button>
${signsInElsewhere ? '<p>Or <a href="../api/auth/oidc/start">sign in with your organization</a>, which accepts it too.</p>\n' : ''}</form>
<p role="status"></p>
<div id="next" hidden>
<h2>You are a member now</h2>
<p>From now on sign in with <b>${escapeHtml(email)}</b> and your password.
Programs send them to <code>POST /api/auth/login</code>; the <a href="../docs">API</a> says what they can do then.</p>
</div>
<noscript><p>This page needs JavaScript, to send your password to the service and nowhere else.</p></noscript>`,
    SCRIPT,
  );
}
