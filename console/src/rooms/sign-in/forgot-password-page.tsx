import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { forgotPassword } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { EntryCard } from './entry-card.js';

const texts = messages(
  {
    title: 'Forgotten password',
    about: 'We mail you a link by which you choose another.',
    email: 'E-mail address',
    submit: 'Send the link',
    sent: 'If there is a user with this address, the mail is on its way. The link works once, for an hour.',
    signIn: 'Back to sign-in',
  },
  {
    title: 'パスワードを忘れた場合',
    about: '新しいパスワードを設定するためのリンクをメールで送ります。',
    email: 'メールアドレス',
    submit: 'リンクを送信',
    sent: 'このアドレスのユーザーがいれば、メールが届きます。リンクは 1 回だけ、1 時間以内に使えます。',
    signIn: 'サインインに戻る',
  },
);

export function ForgotPasswordPage() {
  const text = useText(texts);
  const { language } = usePreferences();
  const send = useMutation({
    mutationFn: (email: string) => forgotPassword(service, { body: { email, language } }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get('email')));
  }
  return (
    <EntryCard title={text.title}>
      <p>{text.about}</p>
      <form className="stacked" onSubmit={submit}>
        <ProblemNotice error={send.error} />
        <TextField label={text.email} name="email" type="email" autoComplete="username" required autoFocus />
        <Button type="submit" look="primary" disabled={send.isPending || send.isSuccess}>
          {text.submit}
        </Button>
      </form>
      {send.isSuccess && <Notice>{text.sent}</Notice>}
      <Link to="/sign-in">{text.signIn}</Link>
    </EntryCard>
  );
}
