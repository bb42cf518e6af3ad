import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/problems.js';
import type { Service } from '../features/service.js';
import { type OpenedPage, openPage } from '../features/sharing/open-page.js';
import { htmlPage, pageHeaders } from './page.js';

const MOST_BYTES = 4096;
const FORM = 'application/x-www-form-urlencoded';

/** On every answer: no search engine lists it, and no cache keeps it. */
const privacy = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'cache-control': 'no-store, private' };

/** Where links of reports and charts lead: pages for people, which need neither a credential nor a script. */
export async function registerSharedPages(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const url = '/shared/:token';
    scope.get(url, { schema: { hide: true } }, (request, reply) => show(service, request, reply));
    scope.post(url, { schema: { hide: true }, bodyLimit: MOST_BYTES }, (request, reply) =>
      show(service, request, reply, passwordIn(request.body)),
    );
  });
}

function passwordIn(body: unknown): string {
  return String((body as { password?: unknown } | null)?.password ?? '');
}

async function show(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  password?: string,
): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  reply.headers(privacy);
  try {
    const opened = await openPage(service, token, { password, address: request.ip, requestId: request.id });
    return await send(reply, opened);
  } catch (error) {
    return sendFailure(reply, error);
  }
}

function send(reply: FastifyReply, opened: OpenedPage): FastifyReply {
  switch (opened.state) {
    case 'ended':
      return reply.code(404).headers(pageHeaders).send(endedPage);
    case 'locked':
      return reply
        .code(opened.wasWrong ? 403 : 401)
        .headers({ ...pageHeaders, 'content-security-policy': formPolicy })
        .send(lockedPage(opened.wasWrong));
    case 'open': {
      const { page, frameOrigins } = opened;
      const ancestors = frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ');
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': page.policy.replace(
            "frame-ancestors 'none'",
            `frame-ancestors ${ancestors}`,
          ),
        })
        .send(page.html);
    }
  }
}

const formPolicy = pageHeaders['content-security-policy'].replace("form-action 'none'", "form-action 'self'");

/** Whoever opens a link may read either language. */
const endedPage = htmlPage(
  'This link has ended',
  `<p>What it showed is no longer shared, or the address is not complete. Ask whoever sent it to you for a new one.</p>
<p lang="ja">このリンクは終了したか、アドレスが途中で切れています。送ってくれた人に新しいリンクを依頼してください。</p>`,
);

function lockedPage(wasWrong: boolean): string {
  const wrong = '<p role="alert">That is not the password. <span lang="ja">パスワードが違います。</span></p>';
  return htmlPage(
    'This page needs a password',
    `${wasWrong ? wrong : ''}
<form method="post">
<label>Password <span lang="ja">パスワード</span><input type="password" name="password" required autofocus autocomplete="off"></label>
<button>Open</button>
</form>`,
  );
}

function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof Problem)) throw error;
  const wait = error.members.retry_after;
  if (wait !== undefined) reply.header('retry-after', String(wait));
  const content = `<p>${
    error.status === 429
      ? 'There were too many attempts. Wait a moment, and try again.'
      : 'It cannot be shown at the moment. Ask whoever sent you the link.'
  }</p>
<p lang="ja">${
    error.status === 429
      ? '試行回数が多すぎます。しばらく待ってからもう一度開いてください。'
      : '今は表示できません。リンクを送ってくれた人に連絡してください。'
  }</p>`;
  return reply.code(error.status).headers(pageHeaders).send(htmlPage('This page cannot be shown', content));
}
