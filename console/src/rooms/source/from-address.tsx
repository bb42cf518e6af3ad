import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ingestFromUrl } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { followReading } from '../../app/uploads/upload-store.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import styles from './from-address.module.css';

const texts = messages(
  {
    address: 'Web address of the file',
    addressHint: 'Of a spreadsheet that anybody can download. It is fetched once, as if you had uploaded it.',
    name: 'Name in this workbook',
    nameHint: 'Without one, the file is called as its site calls it.',
    bring: 'Bring in',
    fetching: (address: string) => `The service is fetching ${address}; you can leave this page.`,
  },
  {
    address: 'ファイルの URL',
    addressHint:
      '誰でもダウンロードできる表計算ファイルの URL です。アップロードと同じように 1 回だけ取り込みます。',
    name: 'このワークブックでの名前',
    nameHint: '空欄の場合は、配布元のファイル名になります。',
    bring: '取り込む',
    fetching: (address: string) => `${address} を取得しています。ページを離れても続きます。`,
  },
);

/** Brings in a file of the open Internet. Once it is fetched, the tray of uploads shows how it is read. */
export function FromAddress({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const navigate = useNavigate();
  const bring = useMutation({
    mutationFn: async ({ url, filename }: { url: string; filename: string }) => {
      const answer = await ingestFromUrl(service, {
        path: { workbook_id: workbookId },
        body: { url, filename: filename || null, async: true },
      });
      if ('job_id' in answer && answer.job_id)
        followReading(workbookId, filename || lastPart(url), answer.job_id);
    },
    onSuccess: () => navigate({ to: '/workbooks/$workbookId/files', params: { workbookId } }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    bring.mutate({ url: String(given.get('url')).trim(), filename: String(given.get('filename')).trim() });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={text.address}
        hint={text.addressHint}
        name="url"
        type="url"
        placeholder="https://"
        required
        maxLength={8000}
      />
      <TextField label={text.name} hint={text.nameHint} name="filename" maxLength={255} />
      <div>
        <Button type="submit" look="primary" disabled={bring.isPending}>
          {text.bring}
        </Button>
      </div>
      <div role="status">
        {bring.isPending && (
          <>
            <p className={styles.address}>{text.fetching(bring.variables.url)}</p>
            <ProgressBar label={text.fetching(bring.variables.url)} />
          </>
        )}
      </div>
      <ProblemNotice error={bring.error} />
    </form>
  );
}

/** What the file is called until its site says so. */
function lastPart(url: string): string {
  const { pathname, host } = new URL(url);
  const name = pathname.split('/').pop() || host;
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign may stand for itself.
    return name;
  }
}
