import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { getSignInMethods, login } from '@workbook-data-service/client/api';
import { BookOpen } from 'lucide-react';
import { type FormEvent, useEffect } from 'react';
import { basePath, service, serviceUrl } from '../../app/service.js';
import { messages, useText } from '../../app/text.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import styles from './sign-in-page.module.css';

const texts = messages(
  {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    organization: 'Sign in with your organization',
  },
  {
    title: 'サインイン',
    email: 'メールアドレス',
    password: 'パスワード',
    submit: 'サインイン',
    organization: '組織のアカウントでサインイン',
  },
);

export function SignInPage() {
  const text = useText(texts);
  const { return_to: returnTo = '/workbooks' } = useSearch({ from: '/sign-in' });
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: () => getSignInMethods(service) });
  const signIn = useMutation({
    mutationFn: (given: { email: string; password: string }) =>
      login(service, { body: { ...given, cookie: true } }),
    // Loads the page anew, so that nothing of a former user stays.
    onSuccess: () => location.assign(basePath + pathOnly(returnTo)),
  });
  useEffect(() => {
    document.title = text.title;
  }, [text.title]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    signIn.mutate({ email: String(given.get('email')), password: String(given.get('password')) });
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit}>
        <BookOpen aria-hidden className={styles.mark} />
        <h1>{text.title}</h1>
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
        {methods.data?.oidc && (
          <ButtonAnchor href={serviceUrl('/api/auth/oidc/start', { return_to: pathOnly(returnTo) })}>
            {text.organization}
          </ButtonAnchor>
        )}
      </form>
    </main>
  );
}

/** Only pages of this service, whatever a link says. */
function pathOnly(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/workbooks';
}
