import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { getSignInMethods } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service, serviceUrl } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { askedBy, askedInHash } from './asked-factor.js';
import { enter, startSession } from './enter.js';
import { EntryCard } from './entry-card.js';
import { PasskeyButton } from './passkey-button.js';
import { pathOnly } from './path-only.js';
import { PromiseOfService } from './promise.js';
import { SecondFactorForm } from './second-factor-form.js';

const texts = messages(
  {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    organization: 'Sign in with your organization',
    register: 'Make an account',
    forgotten: 'Forgotten your password?',
    secondStep: 'One more step',
    denied: 'The sign-in with your organization did not let you in.',
    deniedHint:
      'Either it was cancelled, or your organization does not confirm your e-mail address, or nobody here has it. Try again, or ask an admin of a workspace to invite you.',
    ended: 'The sign-in was not finished.',
    endedHint: 'It took too long, was already finished, or was started in another browser. Start again.',
  },
  {
    title: 'サインイン',
    email: 'メールアドレス',
    password: 'パスワード',
    submit: 'サインイン',
    organization: '組織のアカウントでサインイン',
    register: 'アカウントを作成',
    forgotten: 'パスワードを忘れた場合',
    secondStep: '2 段階認証',
    denied: '組織のアカウントではサインインできませんでした。',
    deniedHint:
      'キャンセルされたか、組織がメールアドレスを確認していないか、このサービスに登録がありません。もう一度試すか、ワークスペースの管理者に招待を依頼してください。',
    ended: 'サインインは完了しませんでした。',
    endedHint:
      '時間がかかりすぎたか、すでに完了しているか、別のブラウザーで始められています。もう一度始めてください。',
  },
);

export function SignInPage() {
  const text = useText(texts);
  const { return_to: returnTo = '/workbooks', refused } = useSearch({ from: '/sign-in' });
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => getSignInMethods(service) });
  const hash = useLocation().hash;
  const signIn = useMutation({ mutationFn: startSession, onSuccess: () => enter(returnTo) });
  const asked = askedBy(signIn.error) ?? askedInHash(hash);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    signIn.mutate({ email: String(given.get('email')), password: String(given.get('password')) });
  }

  if (asked)
    return (
      <EntryCard title={text.secondStep}>
        <SecondFactorForm asked={asked} onSignedIn={() => enter(returnTo)} />
      </EntryCard>
    );
  return (
    <EntryCard title={text.title} beside={<PromiseOfService />}>
      {refused && (
        <Notice kind="error">
          <p>
            <strong>{text[refused]}</strong>
          </p>
          <p>{text[`${refused}Hint`]}</p>
        </Notice>
      )}
      <form className="stacked" onSubmit={submit}>
        <ProblemNotice error={signIn.error} />
        <TextField label={text.email} name="email" type="email" autoComplete="username" required autoFocus />
        <TextField
          label={text.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" look="primary" disabled={signIn.isPending || signIn.isSuccess}>
          {text.submit}
        </Button>
      </form>
      {methods.data?.password_reset && <Link to="/forgot-password">{text.forgotten}</Link>}
      <PasskeyButton onSignedIn={() => enter(returnTo)} />
      {methods.data?.oidc && (
        <ButtonAnchor href={serviceUrl('/api/auth/oidc/start', { return_to: pathOnly(returnTo) })}>
          {text.organization}
        </ButtonAnchor>
      )}
      {methods.data?.registration && (
        <Link to="/register" search={{ return_to: returnTo }}>
          {text.register}
        </Link>
      )}
    </EntryCard>
  );
}
