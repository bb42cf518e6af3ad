import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, preferredLanguage } from '../core/preferred-language.js';
import { Problem } from '../core/problems.js';
import type { Service } from '../features/service.js';
import { type OpenedPage, openPage } from '../features/sharing/open-page.js';
import { htmlPage, pageHeaders } from './page.js';
import { sharedPageWords } from './shared-page-words.js';

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
  const language = preferredLanguage(request.headers['accept-language']);
  reply.headers(privacy);
  try {
    const opened = await openPage(service, token, { password, address: request.ip, requestId: request.id });
    return await send(reply, opened, language);
  } catch (error) {
    return sendFailure(reply, error, language);
  }
}

function send(reply: FastifyReply, opened: OpenedPage, language: Language): FastifyReply {
  switch (opened.state) {
    case 'ended':
      return reply.code(404).headers(pageHeaders).send(endedPage(language));
    case 'locked':
      return reply
        .code(opened.wasWrong ? 403 : 401)
        .headers({ ...pageHeaders, 'content-security-policy': formPolicy })
        .send(lockedPage(opened.wasWrong, language));
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

function endedPage(language: Language): string {
  const { ended, endedBecause } = sharedPageWords[language];
  return htmlPage(ended, `<p>${endedBecause}</p>`, language);
}

function lockedPage(wasWrong: boolean, language: Language): string {
  const words = sharedPageWords[language];
  return htmlPage(
    words.locked,
    `${wasWrong ? `<p role="alert">${words.wrong}</p>` : ''}
<form method="post">
<label>${words.password}<input type="password" name="password" required autofocus autocomplete="off"></label>
<button>${words.open}</button>
</form>`,
    language,
  );
}

function sendFailure(reply: FastifyReply, error: unknown, language: Language): FastifyReply {
  if (!(error instanceof Problem)) throw error;
  const words = sharedPageWords[language];
  const wait = error.members.retry_after;
  if (wait !== undefined) reply.header('retry-after', String(wait));
  const content = `<p>${error.status === 429 ? words.tooOften : words.unavailable}</p>`;
  return reply
    .code(error.status)
    .headers(pageHeaders)
    .send(htmlPage(words.failed, content, language));
}
