import { useMutation } from '@tanstack/react-query';
import { askPasskey, finishLogin } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { canUsePasskeys, DeviceRefused, getPasskey } from '../../app/passkeys.js';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import type { AskedFactor } from './asked-factor.js';

const texts = messages(
  {
    code: 'Code of your authenticator app',
    recoveryCode: 'Recovery code',
    hint: 'Or one of your recovery codes, if you have lost the device.',
    submit: 'Go on',
    passkey: 'Use a passkey',
    refused: 'The device has no passkey for you here, or it was cancelled.',
  },
  {
    code: '認証アプリのコード',
    recoveryCode: '回復コード',
    hint: '端末をなくした場合は、回復コードを入力してください。',
    submit: '続ける',
    passkey: 'パスキーを使う',
    refused: 'この端末にパスキーがないか、キャンセルされました。',
  },
);

interface SecondFactorFormProps {
  asked: AskedFactor;
  onSignedIn: () => void;
}

/** The second step of a sign-in. */
export function SecondFactorForm({ asked: { ticket, factors }, onSignedIn }: SecondFactorFormProps) {
  const text = useText(texts);
  const finish = useMutation({
    mutationFn: (code: string) => finishLogin(service, { body: { ticket, code, cookie: true } }),
    onSuccess: onSignedIn,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await askPasskey(service, { body: { ticket } });
      const passkey = await getPasskey(options);
      await finishLogin(service, { body: { ticket, passkey, cookie: true } });
    },
    onSuccess: onSignedIn,
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    finish.mutate(String(new FormData(event.currentTarget).get('code')));
  }
  const isRefused = byPasskey.error instanceof DeviceRefused;
  const hasApp = factors.includes('totp');
  return (
    <>
      {factors.includes('passkey') && canUsePasskeys() && (
        <Button look="primary" disabled={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {text.passkey}
        </Button>
      )}
      {isRefused && <Notice kind="error">{text.refused}</Notice>}
      <ProblemNotice error={finish.error ?? (isRefused ? null : byPasskey.error)} />
      <form className="stacked" onSubmit={submit}>
        <TextField
          label={hasApp ? text.code : text.recoveryCode}
          hint={hasApp ? text.hint : undefined}
          name="code"
          autoComplete="one-time-code"
          required
          autoFocus
        />
        <Button type="submit" disabled={finish.isPending || finish.isSuccess}>
          {text.submit}
        </Button>
      </form>
    </>
  );
}
