import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { register } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { enter, startSession } from './enter.js';
import { EntryCard } from './entry-card.js';
import { PromiseOfService } from './promise.js';

const texts = messages(
  {
    title: 'Make an account',
    name: 'Name',
    email: 'E-mail address',
    password: 'Password',
    hint: 'Of 8 characters or more.',
    submit: 'Make it',
    signIn: 'I have one: sign in',
  },
  {
    title: 'アカウントを作成',
    name: '名前',
    email: 'メールアドレス',
    password: 'パスワード',
    hint: '8 文字以上で設定してください。',
    submit: '作成',
    signIn: 'アカウントをお持ちの方はサインイン',
  },
);

export function RegisterPage() {
  const text = useText(texts);
  const { return_to: returnTo = '/workbooks' } = useSearch({ from: '/register' });
  const create = useMutation({
    mutationFn: async (given: { name: string | null; email: string; password: string }) => {
      await register(service, { body: given });
      await startSession({ email: given.email, password: given.password });
    },
    onSuccess: () => enter(returnTo),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    create.mutate({
      name: String(given.get('name')) || null,
      email: String(given.get('email')),
      password: String(given.get('password')),
    });
  }
  return (
    <EntryCard title={text.title} beside={<PromiseOfService />}>
      <form className="stacked" onSubmit={submit}>
        <ProblemNotice error={create.error} />
        <TextField label={text.name} name="name" autoComplete="name" maxLength={200} autoFocus />
        <TextField label={text.email} name="email" type="email" autoComplete="username" required />
        <NewPasswordField label={text.password} hint={text.hint} name="password" />
        <Button type="submit" look="primary" disabled={create.isPending || create.isSuccess}>
          {text.submit}
        </Button>
      </form>
      <Link to="/sign-in" search={{ return_to: returnTo }}>
        {text.signIn}
      </Link>
    </EntryCard>
  );
}
