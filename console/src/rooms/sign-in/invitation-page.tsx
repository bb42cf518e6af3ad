import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { acceptInvitation, getInvitation } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service, serviceUrl } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { askedBy, hashOf } from './asked-factor.js';
import { enter } from './enter.js';
import { EntryCard } from './entry-card.js';

const texts = messages(
  {
    loading: 'Invitation',
    title: (workspace: string) => `Join “${workspace}”`,
    admin: 'You are invited as an admin: you may do everything in the workspace, and invite others.',
    editor: 'You are invited as an editor: you may open and change its workbooks.',
    viewer: 'You are invited as a viewer: you may open its workbooks.',
    email: 'E-mail address',
    name: 'Your name',
    choose: 'Choose a password',
    hint: 'Of 8 characters or more.',
    password: 'Your password',
    known: 'You have an account here already.',
    accept: 'Accept',
    organization: 'Accept with your organization',
    signIn: 'Sign in',
  },
  {
    loading: '招待',
    title: (workspace: string) => `「${workspace}」に参加`,
    admin: '管理者として招待されています。ワークスペースのすべての操作と、ほかの人の招待ができます。',
    editor: '編集者として招待されています。ワークブックを開いて編集できます。',
    viewer: '閲覧者として招待されています。ワークブックを開けます。',
    email: 'メールアドレス',
    name: '名前',
    choose: 'パスワードを設定',
    hint: '8 文字以上で設定してください。',
    password: 'パスワード',
    known: 'アカウントは登録済みです。',
    accept: '参加する',
    organization: '組織のアカウントで参加',
    signIn: 'サインイン',
  },
);

/** Looking at it changes nothing, since mail programs open links too. */
export function InvitationPage() {
  const text = useText(texts);
  const { token } = useParams({ from: '/invitations/$token' });
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => getInvitation(service, { path: { token }, signal }),
  });
  const accept = useMutation({
    mutationFn: (given: { name: string | null; password: string }) =>
      acceptInvitation(service, { path: { token }, body: { ...given, cookie: true } }),
    onSuccess: () => enter('/workbooks'),
    onError: (error) => {
      const asked = askedBy(error);
      if (asked) enter(`/sign-in#${hashOf(asked)}`);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    accept.mutate({ name: String(given.get('name') ?? '') || null, password: String(given.get('password')) });
  }
  if (!invitation.data)
    return (
      <EntryCard title={text.loading}>
        {invitation.isPending && <Loading />}
        <ProblemNotice error={invitation.error} />
        {invitation.error && <ButtonLink to="/sign-in">{text.signIn}</ButtonLink>}
      </EntryCard>
    );
  const { workspace, email, base_role: role, is_user: isUser, oidc } = invitation.data;
  return (
    <EntryCard title={text.title(workspace)}>
      <p>{text[role]}</p>
      <form className="stacked" onSubmit={submit}>
        <ProblemNotice error={accept.error} />
        <TextField label={text.email} type="email" autoComplete="username" value={email} readOnly />
        {!isUser && <TextField label={text.name} name="name" autoComplete="name" maxLength={200} autoFocus />}
        {isUser ? (
          <TextField
            label={text.password}
            hint={text.known}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
        ) : (
          <NewPasswordField label={text.choose} hint={text.hint} name="password" />
        )}
        <Button type="submit" look="primary" disabled={accept.isPending || accept.isSuccess}>
          {text.accept}
        </Button>
      </form>
      {oidc && (
        <ButtonAnchor href={serviceUrl('/api/auth/oidc/start', { return_to: '/workbooks' })}>
          {text.organization}
        </ButtonAnchor>
      )}
    </EntryCard>
  );
}
