import { addPasskey, beginPasskey, type Passkey, removePasskey } from '@workbook-data-service/client/api';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createPasskey, DeviceRefused } from '../../app/passkeys.js';
import { useProvedMutation } from '../../app/proved-mutation.js';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { ListTable } from '../../ui/list-table.js';
import { Notice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import styles from './security.module.css';
import { texts } from './texts.js';

interface PasskeysProps {
  passkeys: Passkey[];
  onChange: (codes?: string[] | null) => Promise<void>;
}

export function Passkeys({ passkeys, onChange }: PasskeysProps) {
  const text = useText(texts);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <div className={styles.row}>
        <div>
          <strong>{text.passkeys}</strong>
          {passkeys.length === 0 && <div className={styles.soft}>{text.noPasskeys}</div>}
        </div>
        <Button icon={<Plus />} onClick={() => setIsAdding(true)}>
          {text.addPasskey}
        </Button>
      </div>
      {passkeys.length > 0 && (
        <ListTable label={text.passkeys} head={[text.passkeyName, text.made, text.lastUsed, text.actions]}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChange={onChange} />
          ))}
        </ListTable>
      )}
      {isAdding && <AddDialog onChange={onChange} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function AddDialog({ onChange, onClose }: Pick<PasskeysProps, 'onChange'> & { onClose: () => void }) {
  const text = useText(texts);
  const add = useProvedMutation({
    mutationFn: async (name: string) => {
      const { ticket, options } = await beginPasskey(service);
      const passkey = await createPasskey(options);
      return await addPasskey(service, { body: { ticket, name, passkey } });
    },
    onSuccess: async ({ recovery_codes: codes }) => {
      onClose();
      showToast({ text: text.added });
      await onChange(codes);
    },
  });
  const isRefused = add.error instanceof DeviceRefused;
  return (
    <>
      <FormDialog
        title={text.addPasskey}
        action={text.addPasskey}
        change={{ isPending: add.isPending, error: isRefused ? null : add.error }}
        onSubmit={(given) => add.mutate(String(given.get('name')))}
        onClose={onClose}
      >
        <TextField
          label={text.passkeyName}
          hint={text.passkeyNameHint}
          name="name"
          maxLength={120}
          required
          autoFocus
        />
        {isRefused && <Notice kind="error">{text.noDevice}</Notice>}
      </FormDialog>
      {add.proof}
    </>
  );
}

function PasskeyRow({ passkey, onChange }: Pick<PasskeysProps, 'onChange'> & { passkey: Passkey }) {
  const text = useText(texts);
  const format = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, created_at, last_used_at } = passkey;
  const remove = useProvedMutation({
    mutationFn: () => removePasskey(service, { path: { passkey_id: id } }),
    onSuccess: async () => {
      setIsAsking(false);
      showToast({ text: text.removed });
      await onChange();
    },
  });
  return (
    <tr>
      <td>{name}</td>
      <td>{format.date(created_at)}</td>
      <td>{last_used_at === null ? text.never : format.ago(last_used_at)}</td>
      <td>
        <Button look="quiet" aria-label={`${text.remove}: ${name}`} onClick={() => setIsAsking(true)}>
          {text.remove}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title={text.removeTitle(name)}
            action={text.remove}
            change={{ ...remove, mutate: () => remove.mutate() }}
            onClose={() => setIsAsking(false)}
          >
            {text.removeHint}
          </ConfirmDialog>
        )}
        {remove.proof}
      </td>
    </tr>
  );
}
