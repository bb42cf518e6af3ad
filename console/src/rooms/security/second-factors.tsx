import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type SecondFactors as Factors,
  removeTotp,
  renewRecoveryCodes,
} from '@workbook-data-service/client/api';
import { useState } from 'react';
import { useProvedMutation } from '../../app/proved-mutation.js';
import { secondFactorsQuery } from '../../app/second-factors.js';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { AppDialog } from './app-dialog.js';
import { Passkeys } from './passkeys.js';
import { RecoveryCodesDialog } from './recovery-codes-dialog.js';
import styles from './security.module.css';
import { texts } from './texts.js';

/** What is asked for beside the password; recovery codes are shown when the first one is set up. */
export function SecondFactors() {
  const text = useText(texts);
  const queries = useQueryClient();
  const factors = useQuery(secondFactorsQuery);
  const [codes, setCodes] = useState<string[] | null>(null);
  const changed = async (shown: string[] | null = null) => {
    setCodes(shown);
    await queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
  };
  return (
    <section className={styles.section}>
      <h2>{text.factors}</h2>
      <p className={styles.soft}>{text.factorsHint}</p>
      <ProblemNotice error={factors.error} />
      {factors.isPending && <Loading />}
      {factors.data && (
        <>
          <App factors={factors.data} onChange={changed} />
          <Passkeys passkeys={factors.data.passkeys} onChange={changed} />
          {(factors.data.totp !== null || factors.data.passkeys.length > 0) && (
            <RecoveryCodes left={factors.data.recovery_codes_left} onChange={changed} />
          )}
        </>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </section>
  );
}

interface Changing {
  /** With the recovery codes that came with it, if any. */
  onChange: (codes?: string[] | null) => Promise<void>;
}

function App({ factors: { totp }, onChange }: Changing & { factors: Factors }) {
  const text = useText(texts);
  const format = useFormat();
  const [dialog, setDialog] = useState<'set-up' | 'remove' | null>(null);
  const remove = useProvedMutation({
    mutationFn: () => removeTotp(service),
    onSuccess: async () => {
      setDialog(null);
      showToast({ text: text.removed });
      await onChange();
    },
  });
  return (
    <div className={styles.row}>
      <div>
        <strong>{text.app}</strong>
        <div className={styles.soft}>{totp ? text.appSince(format.date(totp.added_at)) : text.appNone}</div>
      </div>
      {totp ? (
        <Button look="quiet" aria-label={`${text.remove}: ${text.app}`} onClick={() => setDialog('remove')}>
          {text.remove}
        </Button>
      ) : (
        <Button aria-label={`${text.setUp}: ${text.app}`} onClick={() => setDialog('set-up')}>
          {text.setUp}
        </Button>
      )}
      {dialog === 'set-up' && (
        <AppDialog
          onClose={() => setDialog(null)}
          onDone={async (codes) => {
            setDialog(null);
            await onChange(codes);
          }}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={text.removeAppTitle}
          action={text.remove}
          change={{ ...remove, mutate: () => remove.mutate() }}
          onClose={() => setDialog(null)}
        >
          {text.removeHint}
        </ConfirmDialog>
      )}
      {remove.proof}
    </div>
  );
}

function RecoveryCodes({ left, onChange }: Changing & { left: number }) {
  const text = useText(texts);
  const renew = useProvedMutation({
    mutationFn: () => renewRecoveryCodes(service),
    onSuccess: ({ recovery_codes: codes }) => onChange(codes),
  });
  return (
    <div className={styles.row}>
      <div>
        <strong>{text.codes}</strong>
        <div className={styles.soft}>{text.codesLeft(left)}</div>
      </div>
      <Button disabled={renew.isPending} onClick={() => renew.mutate()}>
        {text.newCodes}
      </Button>
      <ProblemNotice error={renew.error} />
      {renew.proof}
    </div>
  );
}
