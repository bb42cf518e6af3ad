import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reviseSource } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { useAreFilesOpen } from '../../app/closed-files.js';
import { VersionPlan } from '../../app/file-plan/version-plan.js';
import { service } from '../../app/service.js';
import type { SourcePlace } from '../../app/source-queries.js';
import { useRights } from '../../app/use-rights.js';
import { fileLinksQuery } from '../../app/workbook-queries.js';
import { messages, useText } from '../../text/text.js';
import { Dialog } from '../../ui/dialog.js';
import { FileDrop } from '../../ui/file-drop.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';

const texts = messages(
  {
    title: (name: string) => `New version of ${name}`,
    about:
      'Its tables take what is new in the file and keep what people changed here. You see the changes before they are made.',
    drop: 'Drop the new version here.',
    choose: 'Choose the file',
    comparing: (file: string) => `Comparing ${file}`,
    taking: (file: string) => `Importing ${file}; you can leave this page.`,
    taken: (file: string) => `${file} is taken.`,
  },
  {
    title: (name: string) => `${name} の新しい版`,
    about:
      'ファイルの新しい内容を表に取り込みます。ここで人が変更した値は残ります。取り込む前に変更内容を確認できます。',
    drop: '新しい版をここにドロップしてください。',
    choose: 'ファイルを選択',
    comparing: (file: string) => `${file} を比較中`,
    taking: (file: string) => `${file} を取り込んでいます。ページを離れても続きます。`,
    taken: (file: string) => `${file} を取り込みました。`,
  },
);

/** Whether a file can be replaced by a newer one here: those that are tracked have a page of their own for it. */
export function useIsRevisable(workbookId: string): (source: string) => boolean {
  const { mayWrite } = useRights(workbookId);
  const areOpen = useAreFilesOpen(workbookId);
  const { data: links } = useQuery(fileLinksQuery(workbookId));
  const isTracked = (source: string) => links?.file_links.some((link) => link.source === source) ?? true;
  return (source) => mayWrite && areOpen === true && !isTracked(source);
}

/** Replaces an uploaded file by a newer one, after showing what that changes. */
export function ReviseDialog({ place, onClose }: { place: SourcePlace; onClose: () => void }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const send = (one: File, dryRun: boolean) =>
    reviseSource(service, { path: place, query: { dry_run: dryRun }, body: { file: one } });
  const compare = useMutation({ mutationFn: (one: File) => send(one, true) });
  const take = useMutation({
    mutationFn: (one: File) => send(one, false),
    onSuccess: async (_, { name }) => {
      showToast({ text: text.taken(name) });
      onClose();
      await queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id] });
    },
  });
  async function receive(given: File): Promise<void> {
    // The bytes as they are now, whatever becomes of the file while its changes are looked at.
    const one = new File([await given.arrayBuffer()], given.name);
    setFile(one);
    compare.mutate(one);
  }
  const isBusy = compare.isPending || take.isPending;
  const working = take.isPending ? text.taking : text.comparing;
  return (
    <Dialog title={text.title(place.source_name)} onClose={onClose}>
      <p>{text.about}</p>
      {compare.data && file ? (
        <VersionPlan
          plan={{ ...compare.data, changed: !compare.data.unchanged }}
          filename={file.name}
          isBusy={isBusy}
          onLeave={onClose}
          onTake={() => take.mutate(file)}
        />
      ) : (
        <FileDrop label={text.drop} choose={text.choose} disabled={isBusy} onFile={receive} />
      )}
      <div role="status">
        {isBusy && file && (
          <>
            <p>{working(file.name)}</p>
            <ProgressBar label={working(file.name)} />
          </>
        )}
      </div>
      <ProblemNotice error={compare.error ?? take.error} />
    </Dialog>
  );
}
