import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../core/escape-html.js';
import type { Service } from '../features/service.js';
import { findUnsubscribing, type Unsubscribing, unsubscribe } from '../features/subscriptions/unsubscribe.js';
import { htmlPage, pageHeaders } from './page.js';

const MOST_BYTES = 4096;

/**
 * Where the mails of reports lead whoever wants no more of them. A GET only asks, because mail programs open what a mail links to;
 * a POST ends them, whether a person or a mail program sends it (RFC 8058).
 */
export async function registerUnsubscribePages(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (scope) => {
    // The address says everything: whatever is posted, form or not, is of no interest.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, __, done) =>
      done(null),
    );
    const url = '/unsubscribe/:token';
    const tokenOf = (params: unknown) => (params as { token: string }).token;
    scope.get(url, { schema: { hide: true } }, async ({ params }, reply) =>
      send(reply, await findUnsubscribing(service, tokenOf(params))),
    );
    scope.post(url, { schema: { hide: true }, bodyLimit: MOST_BYTES }, async ({ params, id }, reply) =>
      send(reply, await unsubscribe(service, tokenOf(params), id)),
    );
  });
}

/** Whoever opens it may read either language. */
function send(reply: FastifyReply, found: Unsubscribing): FastifyReply {
  reply.headers({ ...pageHeaders, 'x-robots-tag': 'noindex', 'cache-control': 'no-store, private' });
  switch (found.state) {
    case 'unknown':
      return reply.code(404).send(unknownPage);
    case 'ended':
      return reply.send(endedPage);
    case 'asked': {
      const { subject, sheet_title, workbook_title } = found.subscription;
      const report = escapeHtml(sheet_title ?? subject);
      const workbook = escapeHtml(workbook_title);
      return reply.header('content-security-policy', formPolicy).send(
        htmlPage(
          'Unsubscribe',
          `<p>The report “${report}” of the workbook “${workbook}” will no longer be mailed to you.</p>
<p lang="ja">ワークブック「${workbook}」のレポート「${report}」の配信を停止します。</p>
<form method="post"><button>Unsubscribe <span lang="ja">配信を停止</span></button></form>`,
        ),
      );
    }
  }
}

const formPolicy = pageHeaders['content-security-policy'].replace("form-action 'none'", "form-action 'self'");

const endedPage = htmlPage(
  'You are unsubscribed',
  `<p>The report is no longer mailed to you.</p>
<p lang="ja">レポートの配信を停止しました。</p>`,
);

const unknownPage = htmlPage(
  'This address is not complete',
  `<p>Open the link of the mail again, or end the subscription on the page of the report.</p>
<p lang="ja">アドレスが途中で切れています。メールのリンクをもう一度開くか、レポートのページで配信を停止してください。</p>`,
);
