import { useMutation } from '@tanstack/react-query';
import { isProblem } from '@workbook-data-service/client';
import { proveSession } from '@workbook-data-service/client/api';
import { type ReactNode, useState } from 'react';
import { messages, useText } from '../text/text.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { service } from './service.js';

const texts = messages(
  {
    title: 'Is it you?',
    hint: 'Enter your password again. If you have none here, sign out and sign in again.',
    password: 'Your password',
    goOn: 'Go on',
  },
  {
    title: '本人確認',
    hint: 'もう一度パスワードを入力してください。パスワードがない場合は、サインアウトして、サインインし直してください。',
    password: 'パスワード',
    goOn: '続ける',
  },
);

interface ProvedMutation<Result, Input> {
  mutationFn: (input: Input) => Promise<Result>;
  onSuccess: (result: Result) => unknown;
}

/**
 * A change that needs a recent proof of who the user is. Where the proof is old, the password is asked for in `proof`, which
 * has to be rendered, and then the change is made.
 */
export function useProvedMutation<Result, Input = void>({
  mutationFn,
  onSuccess,
}: ProvedMutation<Result, Input>) {
  const [waiting, setWaiting] = useState<{ input: Input } | null>(null);
  const { error, ...change } = useMutation({
    mutationFn,
    onSuccess,
    onError: (failure, input) => {
      if (isProblem(failure, 'recent-proof-required')) setWaiting({ input });
    },
  });
  const proof: ReactNode = waiting && (
    <ProofDialog
      onClose={() => setWaiting(null)}
      onProved={() => {
        setWaiting(null);
        change.mutate(waiting.input);
      }}
    />
  );
  return { ...change, error: isProblem(error, 'recent-proof-required') ? null : error, proof };
}

function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const text = useText(texts);
  const prove = useMutation({
    mutationFn: (password: string) => proveSession(service, { body: { password } }),
    onSuccess: onProved,
  });
  return (
    <FormDialog
      title={text.title}
      action={text.goOn}
      change={prove}
      onSubmit={(given) => prove.mutate(String(given.get('password')))}
      onClose={onClose}
    >
      <p>{text.hint}</p>
      <TextField
        label={text.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
    </FormDialog>
  );
}
