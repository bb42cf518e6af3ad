import { useMutation } from '@tanstack/react-query';
import { beginTotp, confirmTotp } from '@workbook-data-service/client/api';
import { useEffect } from 'react';
import { useProvedMutation } from '../../app/proved-mutation.js';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Loading } from '../../ui/progress.js';
import { QrCode } from './qr-code.js';
import { texts } from './texts.js';

interface AppDialogProps {
  onDone: (recoveryCodes: string[] | null) => Promise<void>;
  onClose: () => void;
}

/** Shows the secret of an authenticator app, and asks for the first code of it. */
export function AppDialog({ onDone, onClose }: AppDialogProps) {
  const text = useText(texts);
  const begin = useProvedMutation({ mutationFn: () => beginTotp(service), onSuccess: () => {} });
  const confirm = useMutation({
    mutationFn: (code: string) => confirmTotp(service, { body: { code } }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
  });
  const { mutate, data: begun } = begin;
  // A secret is made for each opening of the dialog; one that was never confirmed is replaced.
  useEffect(() => {
    mutate();
  }, [mutate]);
  if (begin.proof) return begin.proof;
  return (
    <FormDialog
      title={text.setUpApp}
      action={text.confirm}
      change={{ isPending: confirm.isPending, error: begin.error ?? confirm.error }}
      isRefused={!begun}
      onSubmit={(given) => confirm.mutate(String(given.get('code')))}
      onClose={onClose}
    >
      {begin.isPending && <Loading />}
      {begun && (
        <>
          <p>{text.scan}</p>
          <QrCode label={text.qr} content={begun.url} />
          <TextField label={text.key} value={begun.secret} readOnly />
          <TextField
            label={text.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
          />
        </>
      )}
    </FormDialog>
  );
}
