import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { isProblem } from '@workbook-data-service/client';
import {
  type CloudFile,
  importCloudFile,
  listCloudFiles,
  trackCloudFile,
} from '@workbook-data-service/client/api';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { type DriveProvider, driveQuery } from '../../../app/drives.js';
import { service } from '../../../app/service.js';
import { followReading } from '../../../app/uploads/upload-store.js';
import { useText } from '../../../text/text.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Notice, ProblemNotice } from '../../../ui/notice.js';
import { Loading } from '../../../ui/progress.js';
import { ConnectDrive } from './connect-drive.js';
import { DriveFileList } from './drive-file-list.js';
import { DrivePlace } from './drive-place.js';
import styles from './drives.module.css';
import type { Folder } from './files-search.js';
import { texts } from './texts.js';
import { type BringChoices, Bringing, TrackDialog } from './track-dialog.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/files');

interface DriveBrowserProps {
  provider: DriveProvider;
  name: string;
  /** Whose drive it is, if the drive says so. */
  account: string | null;
  folders?: Folder[] | undefined;
  search?: string | undefined;
}

/** The folders and spreadsheets of a drive, each of which can be brought into the workbook. */
export function DriveBrowser({ provider, name, account, folders = [], search }: DriveBrowserProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { workbookId } = route.useParams();
  const [chosen, setChosen] = useState<CloudFile | null>(null);
  const folderId = folders.at(-1)?.id;
  const listed = useInfiniteQuery({
    queryKey: [...driveQuery(provider).queryKey, 'files', folderId, search],
    queryFn: ({ signal, pageParam }) =>
      listCloudFiles(service, {
        path: { provider },
        query: { folder_id: folderId, q: search, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const track = useMutation({
    mutationFn: ({ file, choices }: { file: CloudFile; choices: Omit<BringChoices, 'isTracked'> }) =>
      trackCloudFile(service, {
        path: { workbook_id: workbookId },
        body: { provider, file_id: file.id, ...choices },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      setChosen(null);
    },
  });
  /** Once it is fetched, the tray of uploads shows how it is read. */
  const copy = useMutation({
    mutationFn: async ({ file, filename }: { file: CloudFile; filename: string }) => {
      const answer = await importCloudFile(service, {
        path: { workbook_id: workbookId },
        body: { provider, file_id: file.id, filename, async: true },
      });
      if ('job_id' in answer && answer.job_id) followReading(workbookId, filename, answer.job_id);
    },
    onSuccess: () => setChosen(null),
  });
  const bring = (file: CloudFile, { isTracked, ...choices }: BringChoices) =>
    isTracked
      ? track.mutate({ file, choices })
      : copy.mutate({ file, filename: choices.as_name ?? withExtension(file) });
  const bringing = [track, copy].find(({ isPending }) => isPending)?.variables?.file;
  const error = track.error ?? copy.error;
  if (isProblem(listed.error, 'drive-authorization-needed'))
    return <ConnectDrive drive={name} url={String(listed.error.members.authorize_url)} />;
  const files = listed.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <>
      <DrivePlace provider={provider} name={name} folders={folders} search={search} />
      {!chosen && bringing && <Bringing file={bringing} />}
      {track.data && (
        <Notice>
          <p>{text.done(track.data.source, track.data.artifacts.length)}</p>
          <p className={styles.ways}>
            <Link
              to="/workbooks/$workbookId/files/$source"
              params={{ workbookId, source: track.data.source }}
            >
              {text.toSource}
            </Link>
            <Link to="/workbooks/$workbookId/exchange" params={{ workbookId }} search={{ tab: 'tracked' }}>
              {text.toTracked}
            </Link>
          </p>
        </Notice>
      )}
      <ProblemNotice error={chosen ? null : error} />
      <ProblemNotice error={listed.error} />
      {listed.isPending && <Loading />}
      {listed.data && files.length === 0 && !listed.hasNextPage && (
        <EmptyState icon={<FolderOpen aria-hidden />} title={search ? text.nothingFound : text.nothingHere}>
          {search ? text.nothingFoundHint : text.nothingHereHint}
        </EmptyState>
      )}
      {files.length > 0 && (
        <DriveFileList
          workbookId={workbookId}
          provider={provider}
          files={files}
          folders={folders}
          isBusy={bringing !== undefined}
          onChoose={(file) => {
            track.reset();
            copy.reset();
            setChosen(file);
          }}
        />
      )}
      {listed.hasNextPage && (
        <div>
          <Button onClick={() => listed.fetchNextPage()} disabled={listed.isFetchingNextPage}>
            {text.more}
          </Button>
        </div>
      )}
      {account && <p className={styles.account}>{text.account(account)}</p>}
      {chosen && (
        <TrackDialog
          file={chosen}
          isBusy={bringing !== undefined}
          error={error}
          onBring={(choices) => bring(chosen, choices)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

/** What has no bytes of its own, such as a Google Sheet, is exported as an Excel workbook, and has no extension. */
const withExtension = ({ name, size }: CloudFile): string =>
  size === null && !/\.xlsx$/i.test(name) ? `${name}.xlsx` : name;
