import { useMutation } from '@tanstack/react-query';
import { askPasskey, loginByPasskey } from '@workbook-data-service/client/api';
import { canUsePasskeys, DeviceRefused, getPasskey } from '../../app/passkeys.js';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';

const texts = messages(
  {
    signIn: 'Sign in with a passkey',
    refused: 'The device has no passkey for this service, or it was cancelled.',
  },
  {
    signIn: 'パスキーでサインイン',
    refused: 'この端末にこのサービスのパスキーがないか、キャンセルされました。',
  },
);

/** Signs in without a password. Nothing where the browser takes no passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const text = useText(texts);
  const signIn = useMutation({
    mutationFn: async () => {
      const { ticket, options } = await askPasskey(service, { body: {} });
      const passkey = await getPasskey(options);
      await loginByPasskey(service, { body: { ticket, passkey, cookie: true } });
    },
    onSuccess: onSignedIn,
  });
  if (!canUsePasskeys()) return null;
  const isRefused = signIn.error instanceof DeviceRefused;
  return (
    <>
      {isRefused && <Notice kind="error">{text.refused}</Notice>}
      <ProblemNotice error={isRefused ? null : signIn.error} />
      <Button disabled={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate()}>
        {text.signIn}
      </Button>
    </>
  );
}
