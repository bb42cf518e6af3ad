import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { connectDrive } from '@workbook-data-service/client/api';
import { type DriveProvider, driveQuery } from '../../app/drives.js';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import styles from './settings.module.css';

const texts = messages(
  {
    question: (drive: string, user: string) =>
      `Let the service read this ${drive} for ${user}? Only ${user} will see its files here.`,
    doubt: 'If somebody sent you here, cancel.',
    connect: 'Connect',
    cancel: 'Cancel',
  },
  {
    question: (drive: string, user: string) =>
      `${user} として、この ${drive} をサービスが読み取れるようにしますか？ ここでファイルを見られるのは ${user} だけです。`,
    doubt: 'ほかの人に誘導されてこのページを開いた場合は、キャンセルしてください。',
    connect: '接続',
    cancel: 'キャンセル',
  },
);

/** Asks the user who is signed in before the answer of a provider is used: anybody may have sent them there. */
export function ConnectDrive({
  provider,
  name,
  answer,
}: {
  provider: DriveProvider;
  name: string;
  answer: string;
}) {
  const text = useText(texts);
  const session = useQuery(sessionQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const done = () => navigate({ to: '/settings/drives', search: {}, replace: true });
  const connect = useMutation({
    mutationFn: () => connectDrive(service, { path: { provider }, body: { answer } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: driveQuery(provider).queryKey });
      await done();
    },
  });
  const user = session.data?.user.email ?? '';
  return (
    <>
      <ProblemNotice error={connect.error} />
      {!connect.error && (
        <>
          <p>{text.question(name, user)}</p>
          <p className={styles.soft}>{text.doubt}</p>
        </>
      )}
      <div>
        {!connect.error && (
          <Button look="primary" disabled={connect.isPending} onClick={() => connect.mutate()}>
            {text.connect}
          </Button>
        )}{' '}
        <Button onClick={done}>{text.cancel}</Button>
      </div>
    </>
  );
}
