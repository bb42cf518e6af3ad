import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { resetPassword } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { EntryCard } from './entry-card.js';

const texts = messages(
  {
    title: 'Choose another password',
    next: 'New password',
    hint: 'Of 8 characters or more. You are signed out everywhere.',
    submit: 'Set the password',
    done: 'The password is set.',
    signIn: 'Sign in',
    again: 'Have another link mailed',
  },
  {
    title: 'パスワードの再設定',
    next: '新しいパスワード',
    hint: '8 文字以上で設定してください。すべての端末からサインアウトします。',
    submit: '設定する',
    done: 'パスワードを設定しました。',
    signIn: 'サインイン',
    again: 'リンクをもう一度送信',
  },
);

export function ResetPasswordPage() {
  const text = useText(texts);
  const token = useLocation().hash;
  const reset = useMutation({
    mutationFn: (next: string) => resetPassword(service, { body: { token, new: next } }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    reset.mutate(String(new FormData(event.currentTarget).get('next')));
  }
  if (reset.isSuccess)
    return (
      <EntryCard title={text.title}>
        <Notice>{text.done}</Notice>
        <ButtonLink to="/sign-in">{text.signIn}</ButtonLink>
      </EntryCard>
    );
  return (
    <EntryCard title={text.title}>
      <form className="stacked" onSubmit={submit}>
        <ProblemNotice error={reset.error} />
        <NewPasswordField label={text.next} hint={text.hint} name="next" autoFocus />
        <Button type="submit" look="primary" disabled={reset.isPending}>
          {text.submit}
        </Button>
      </form>
      {reset.error && <Link to="/forgot-password">{text.again}</Link>}
    </EntryCard>
  );
}
