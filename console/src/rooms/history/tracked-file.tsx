import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FileLink,
  pushFileVersion,
  revertFileVersion,
  syncFileLink,
  type TrackedFile as TrackedVersion,
} from '@workbook-data-service/client/api';
import { RefreshCw, Unlink } from 'lucide-react';
import { useState } from 'react';
import { VersionPlan } from '../../app/file-plan/version-plan.js';
import { ScheduleButton } from '../../app/schedules/schedule-button.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { FileDrop } from '../../ui/file-drop.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import styles from './exchange.module.css';
import { FileVersions } from './file-versions.js';
import { UntrackDialog } from './untrack-dialog.js';

const texts = messages(
  {
    feeds: (source: string, origin: string) => `Feeds ${source}${origin ? `, lives at ${origin}` : ''}`,
    drop: (file: string) => `Drop the new version of ${file} here.`,
    choose: 'Choose the new version',
    pull: 'Pull from the drive',
    working: (file: string) => `${file} is being fetched and read; you can leave this page.`,
    untrack: 'Stop tracking',
    untrackOf: (file: string) => `Stop tracking ${file}`,
    same: 'This file is identical to the latest version: nothing to update.',
    taken: (n: number) => `Version ${n} is taken.`,
  },
  {
    feeds: (source: string, origin: string) => `取り込み先: ${source}${origin ? `、場所: ${origin}` : ''}`,
    drop: (file: string) => `${file} の新しい版をここにドロップしてください。`,
    choose: '新しい版を選択',
    pull: 'ドライブから取り込む',
    working: (file: string) => `${file} を取得して読み取っています。ページを離れても続きます。`,
    untrack: '追跡を終了',
    untrackOf: (file: string) => `追跡を終了: ${file}`,
    same: '最新の版と同じ内容です。取り込むものはありません。',
    taken: (n: number) => `版 ${n} を取り込みました。`,
  },
);

/** A file that is followed: what it feeds, its versions, and a place for the next one. */
export function TrackedFile({ workbookId, link }: { workbookId: string; link: FileLink }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const [file, setFile] = useState<File | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const path = { workbook_id: workbookId, link_id: link.id };
  const everything = () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
  const push = (one: File, dryRun: boolean) =>
    pushFileVersion(service, {
      path,
      query: { dry_run: dryRun },
      body: { file: one, modified_time: new Date(one.lastModified).toISOString() },
    });
  const compare = useMutation({ mutationFn: (one: File) => push(one, true) });
  const take = useMutation({
    mutationFn: (change: () => Promise<TrackedVersion>) => change(),
    onSuccess: async ({ version, changed }) => {
      compare.reset();
      showToast({ text: changed ? text.taken(version.n) : text.same });
      await everything();
    },
  });
  async function receive(given: File): Promise<void> {
    // The bytes as they are now, whatever becomes of the file while its changes are looked at.
    const { name, lastModified } = given;
    const one = new File([await given.arrayBuffer()], name, { lastModified });
    setFile(one);
    compare.mutate(one);
  }
  const isBusy = compare.isPending || take.isPending;

  return (
    <section className={styles.tracked} aria-label={link.filename}>
      <header className={styles.head}>
        <div>
          <h2>{link.filename}</h2>
          <p className={styles.hint}>{text.feeds(link.source, link.origin)}</p>
        </div>
        {mayWrite && (
          <Button
            look="quiet"
            icon={<Unlink aria-hidden />}
            aria-label={text.untrackOf(link.filename)}
            onClick={() => setIsLeaving(true)}
          >
            {text.untrack}
          </Button>
        )}
      </header>
      {!mayWrite ? null : compare.data && file ? (
        <VersionPlan
          plan={compare.data}
          filename={file.name}
          isBusy={isBusy}
          onLeave={() => compare.reset()}
          onTake={() => take.mutate(() => push(file, false))}
        />
      ) : link.provider === 'local' ? (
        <FileDrop
          isCompact
          label={text.drop(link.filename)}
          choose={text.choose}
          disabled={isBusy}
          onFile={receive}
        />
      ) : (
        <div className={styles.row}>
          <Button
            icon={<RefreshCw />}
            disabled={isBusy}
            onClick={() => take.mutate(() => syncFileLink(service, { path }))}
          >
            {text.pull}
          </Button>
          <ScheduleButton
            workbookId={workbookId}
            subject={{ kind: 'pull_file', id: link.id, name: link.filename }}
          />
        </div>
      )}
      <div aria-live="polite">
        {isBusy && (
          <>
            <p>{text.working(link.filename)}</p>
            <ProgressBar label={text.working(link.filename)} />
          </>
        )}
      </div>
      <ProblemNotice error={compare.error ?? take.error} />
      <FileVersions
        workbookId={workbookId}
        link={link}
        isBusy={isBusy}
        onRevert={
          mayWrite
            ? (n) => take.mutate(() => revertFileVersion(service, { path: { ...path, n }, body: {} }))
            : undefined
        }
      />
      {isLeaving && <UntrackDialog workbookId={workbookId} link={link} onClose={() => setIsLeaving(false)} />}
    </section>
  );
}
