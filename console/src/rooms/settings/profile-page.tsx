import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { changePassword } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { languages, setPreferences, themes, usePreferences } from '../../app/preferences.js';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { messages, useText } from '../../app/text.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { showToast } from '../../ui/toasts.js';
import { AddressSection } from './address-section.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Profile',
    language: 'Language',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
    password: 'Password',
    current: 'Current password',
    next: 'New password',
    hint: 'Of 8 characters or more. Your other sessions end; tokens and keys go on working.',
    change: 'Change the password',
    changed: 'The password is changed',
  },
  {
    title: 'プロフィール',
    language: '言語',
    theme: '配色',
    light: 'ライト',
    dark: 'ダーク',
    system: 'システムに合わせる',
    password: 'パスワード',
    current: '現在のパスワード',
    next: '新しいパスワード',
    hint: '8 文字以上。ほかのセッションは終了しますが、トークンとキーは引き続き使えます。',
    change: 'パスワードを変更',
    changed: 'パスワードを変更しました',
  },
);

const languageNames = { en: 'English', ja: '日本語' };

export function ProfilePage() {
  const text = useText(texts);
  const preferences = usePreferences();
  const { user } = useSuspenseQuery(sessionQuery).data;
  return (
    <Page title={text.title} description={user.name ? `${user.name}, ${user.email}` : user.email}>
      <div className={styles.form}>
        <Select
          label={text.language}
          value={preferences.language}
          onChange={({ currentTarget }) => setPreferences({ language: currentTarget.value as 'en' | 'ja' })}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </Select>
        <Select
          label={text.theme}
          value={preferences.theme}
          onChange={({ currentTarget }) =>
            setPreferences({ theme: currentTarget.value as (typeof themes)[number] })
          }
        >
          {themes.map((one) => (
            <option key={one} value={one}>
              {text[one]}
            </option>
          ))}
        </Select>
      </div>
      <AddressSection />
      <PasswordForm email={user.email} />
    </Page>
  );
}

function PasswordForm({ email }: { email: string }) {
  const text = useText(texts);
  const change = useMutation({
    mutationFn: ({ current, next }: { current: string; next: string; form: HTMLFormElement }) =>
      changePassword(service, { body: { current, new: next } }),
    onSuccess: (_, { form }) => {
      form.reset();
      showToast({ text: text.changed });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    change.mutate({ current: String(given.get('current')), next: String(given.get('next')), form });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <h2>{text.password}</h2>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label={text.current}
        name="current"
        type="password"
        autoComplete="current-password"
        required
      />
      <TextField
        label={text.next}
        hint={text.hint}
        name="next"
        type="password"
        autoComplete="new-password"
        minLength={8}
        required
      />
      <ProblemNotice error={change.error} />
      <div>
        <Button type="submit" disabled={change.isPending}>
          {text.change}
        </Button>
      </div>
    </form>
  );
}
