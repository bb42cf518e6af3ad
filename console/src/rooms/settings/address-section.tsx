import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getSignInMethods, sendVerification } from '@workbook-data-service/client/api';
import { MailCheck } from 'lucide-react';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Your address',
    unproven: (email: string) =>
      `It is not proven yet that ${email} is yours. Until then you can only work in your own workspaces.`,
    byMail: 'Have a link mailed to you, and open it in this browser.',
    byOwner: 'This service sends no mail. Owners of other workspaces can confirm you there.',
    send: 'Send the link',
    sent: 'The link is on its way. It works once, within a day.',
  },
  {
    title: 'メールアドレス',
    unproven: (email: string) =>
      `${email} があなたのアドレスか、まだ確認されていません。確認されるまでは、自分のワークスペースだけで作業できます。`,
    byMail: 'リンクをメールで受け取り、このブラウザーで開いてください。',
    byOwner: 'このサービスはメールを送信しません。ほかのワークスペースでは、所有者が確認できます。',
    send: 'リンクを送信',
    sent: 'リンクを送信しました。1 日以内に 1 回だけ使えます。',
  },
);

/** Nothing for a user whose address is proven. */
export function AddressSection() {
  const text = useText(texts);
  const { user, proven } = useSuspenseQuery(sessionQuery).data;
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => getSignInMethods(service, { signal }),
    enabled: !proven,
  });
  const send = useMutation({ mutationFn: () => sendVerification(service) });
  // Both need a mail server.
  const hasMail = methods.data?.password_reset;
  if (proven || !methods.data) return null;
  return (
    <section className={styles.section}>
      <h2>{text.title}</h2>
      <Notice kind="warning">
        {text.unproven(user.email)} {hasMail ? text.byMail : text.byOwner}
      </Notice>
      <ProblemNotice error={send.error} />
      {send.isSuccess && <Notice>{text.sent}</Notice>}
      {hasMail && (
        <Button
          icon={<MailCheck />}
          disabled={send.isPending || send.isSuccess}
          onClick={() => send.mutate()}
        >
          {text.send}
        </Button>
      )}
    </section>
  );
}
