import { deleteMe } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { useProvedMutation } from '../../app/proved-mutation.js';
import { basePath, service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import styles from './security.module.css';
import { texts } from './texts.js';

export function DeleteMe({ email }: { email: string }) {
  const text = useText(texts);
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useProvedMutation({
    mutationFn: () => deleteMe(service, { body: { confirm: email } }),
    onSuccess: () => location.assign(`${basePath}/sign-in`),
  });
  return (
    <section className={styles.form}>
      <h2>{text.goodbye}</h2>
      <p>{text.goodbyeHint}</p>
      <div>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          {text.goodbyeAction}
        </Button>
      </div>
      {isAsking && (
        <FormDialog
          title={text.goodbye}
          action={text.goodbyeAction}
          change={remove}
          isRefused={typed.trim().toLowerCase() !== email}
          onSubmit={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <p>{text.goodbyeHint}</p>
          <TextField
            label={text.goodbyeConfirm(email)}
            value={typed}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </FormDialog>
      )}
      {remove.proof}
    </section>
  );
}
