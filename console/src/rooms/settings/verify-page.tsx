import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { verifyAddress } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { messages, useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';

const texts = messages(
  {
    title: 'Is this your address?',
    question: (email: string) =>
      `You are signed in as ${email}. Confirm only if you registered with this address yourself.`,
    confirm: 'It is mine',
    done: 'Your address is confirmed.',
    home: 'To the workbooks',
  },
  {
    title: 'このアドレスはあなたのものですか？',
    question: (email: string) =>
      `${email} でサインインしています。このアドレスを自分で登録した場合だけ、確認してください。`,
    confirm: '自分のものです',
    done: 'アドレスを確認しました。',
    home: 'ワークブックへ',
  },
);

/** Where a mailed link leads. Looking at it changes nothing. */
export function VerifyPage() {
  const text = useText(texts);
  const queries = useQueryClient();
  const { token } = useParams({ from: '/signed-in/verify/$token' });
  const { user } = useSuspenseQuery(sessionQuery).data;
  const verify = useMutation({
    mutationFn: () => verifyAddress(service, { path: { token } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <Page title={text.title}>
      <ProblemNotice error={verify.error} />
      {verify.isSuccess ? (
        <>
          <Notice>{text.done}</Notice>
          <div>
            <ButtonLink to="/workbooks">{text.home}</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p>{text.question(user.email)}</p>
          <div>
            <Button look="primary" disabled={verify.isPending} onClick={() => verify.mutate()}>
              {text.confirm}
            </Button>
          </div>
        </>
      )}
    </Page>
  );
}
