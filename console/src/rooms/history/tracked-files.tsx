import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { trackLocalFile } from '@workbook-data-service/client/api';
import { HardDrive } from 'lucide-react';
import { ClosedFilesNotice } from '../../app/closed-files.js';
import { useHasDrives } from '../../app/drives.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { fileLinksQuery } from '../../app/workbook-queries.js';
import { messages, useText } from '../../text/text.js';
import { ButtonLink } from '../../ui/button.js';
import { FileDrop } from '../../ui/file-drop.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading, ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import styles from './exchange.module.css';
import { TrackedFile } from './tracked-file.js';

const texts = messages(
  {
    hint: 'A tracked file stays on your disk or drive. Each time you bring in a new version, its tables are updated, and what people changed here stays.',
    drop: 'Drop a file here to track it.',
    choose: 'Choose a file to track',
    fromDrive: 'Bring in a file from a drive',
    tracking: (file: string) => `Reading ${file}`,
    done: (file: string) => `${file} is tracked.`,
  },
  {
    hint: '追跡ファイルは、お使いのディスクやドライブに置いたまま更新できます。新しい版を取り込むたびに表が更新され、ここでの変更は残ります。',
    drop: '追跡するファイルをここにドロップしてください。',
    choose: '追跡するファイルを選択',
    fromDrive: 'ドライブからファイルを取り込む',
    tracking: (file: string) => `${file} を読み込み中`,
    done: (file: string) => `${file} の追跡を開始しました。`,
  },
);

/** File links: each with its versions, and a place for another file. */
export function TrackedFiles({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const hasDrives = useHasDrives();
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const links = useQuery(fileLinksQuery(workbookId));
  const track = useMutation({
    mutationFn: (file: File) =>
      trackLocalFile(service, {
        path: { workbook_id: workbookId },
        body: { file, modified_time: new Date(file.lastModified).toISOString() },
      }),
    onSuccess: async ({ filename }) => {
      showToast({ text: text.done(filename) });
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });
  return (
    <div className={styles.versions}>
      <p className={styles.hint}>{text.hint}</p>
      <ClosedFilesNotice workbookId={workbookId} />
      <ProblemNotice error={links.error} />
      {links.isPending && <Loading />}
      {links.data?.file_links.map((link) => (
        <TrackedFile key={link.id} workbookId={workbookId} link={link} />
      ))}
      {mayWrite && (
        <FileDrop
          label={text.drop}
          choose={text.choose}
          disabled={track.isPending}
          onFile={(file) => track.mutate(file)}
        >
          {track.isPending && <ProgressBar label={text.tracking(track.variables.name)} />}
        </FileDrop>
      )}
      <ProblemNotice error={track.error} />
      {mayWrite && hasDrives && (
        <div>
          <ButtonLink
            icon={<HardDrive aria-hidden />}
            to="/workbooks/$workbookId/files"
            params={{ workbookId }}
            search={{ tab: 'drives' }}
          >
            {text.fromDrive}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
