import { useMutation } from '@tanstack/react-query';
import { changePassword } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { NewPasswordField } from '../../ui/new-password-field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import styles from './security.module.css';
import { texts } from './texts.js';

export function PasswordForm({ email }: { email: string }) {
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
      <NewPasswordField label={text.next} hint={text.passwordHint} name="next" />
      <ProblemNotice error={change.error} />
      <div>
        <Button type="submit" disabled={change.isPending}>
          {text.change}
        </Button>
      </div>
    </form>
  );
}
