import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ArtifactSummary, archiveTable, unarchiveTable } from '@workbook-data-service/client/api';
import { Archive, ArchiveRestore, Download, Ellipsis, Pencil, Terminal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages, useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { copyText } from '../../ui/copy-text.js';
import { Dialog } from '../../ui/dialog.js';
import { Menu, MenuDownload, MenuItem, MenuSeparator } from '../../ui/menu.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { curlOf } from '../curl.js';
import { service, serviceUrl } from '../service.js';
import { useRights } from '../use-rights.js';
import { DeleteTableDialog } from './delete-table-dialog.js';
import { DescribeTableDialog } from './describe-table-dialog.js';

const texts = messages(
  {
    open: (table: string) => `What to do with ${table}`,
    csv: 'Download as CSV',
    xlsx: 'Download for Excel',
    curl: 'Copy as curl',
    copied: 'The command is copied. It reads the token from TOKEN.',
    describe: 'Rename or describe…',
    archive: 'Archive',
    archived: (table: string) => `${table} is archived: the overview lists it below the others`,
    unarchive: 'Unarchive',
    unarchived: (table: string) => `${table} is back among the tables`,
    undo: 'Undo',
    delete: 'Delete…',
  },
  {
    open: (table: string) => `「${table}」の操作`,
    csv: 'CSV でダウンロード',
    xlsx: 'Excel 形式でダウンロード',
    curl: 'curl コマンドをコピー',
    copied: 'コマンドをコピーしました。トークンは変数 TOKEN から読み取られます。',
    describe: '名前と説明の変更…',
    archive: 'アーカイブ',
    archived: (table: string) => `「${table}」をアーカイブしました。概要ページの下部に表示されます`,
    unarchive: 'アーカイブから戻す',
    unarchived: (table: string) => `「${table}」を表の一覧に戻しました`,
    undo: '元に戻す',
    delete: '削除…',
  },
);

type ManagedTable = Pick<ArtifactSummary, 'name' | 'state' | 'edit_version' | 'description'>;

const dialogs = { describe: DescribeTableDialog, delete: DeleteTableDialog };

interface TableMenuProps {
  workbookId: string;
  table: ManagedTable;
  /** Which rows are shown, and in which order, as the API takes it. */
  rows?: Readonly<Record<string, string | number | undefined>>;
  onRenamed?: (name: string) => void;
  onDeleted?: () => void;
}

/** What can be done with a table as a whole. */
export function TableMenu({ workbookId, table, rows = {}, onRenamed, onDeleted }: TableMenuProps) {
  const text = useText(texts);
  const { mayWrite } = useRights(workbookId);
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  const queries = useQueryClient();
  const { name, state } = table;
  const move = useMutation({
    mutationFn: (to: ManagedTable['state']) =>
      (to === 'archived' ? archiveTable : unarchiveTable)(service, {
        path: { workbook_id: workbookId, name },
      }),
    onSuccess: (_, to) => {
      const [told, back] =
        to === 'archived' ? ([text.archived, 'active'] as const) : ([text.unarchived, 'archived'] as const);
      showToast({ text: told(name), action: { label: text.undo, onClick: () => move.mutate(back) } });
      return queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });
  const download = (format: 'csv' | 'xlsx') =>
    serviceUrl(`/api/v1/workbooks/${workbookId}/export`, { format, tables: JSON.stringify([name]) });
  const copyCall = async () => {
    const path = `/api/v1/workbooks/${workbookId}/tables/${encodeURIComponent(name)}/rows`;
    await copyText(curlOf({ path, query: rows }));
    showToast({ text: text.copied });
  };
  const Opened = opened && dialogs[opened];
  return (
    <>
      <Menu trigger={<IconButton label={text.open(name)} icon={<Ellipsis />} />}>
        <MenuDownload icon={<Download aria-hidden />} href={download('xlsx')}>
          {text.xlsx}
        </MenuDownload>
        <MenuDownload icon={<Download aria-hidden />} href={download('csv')}>
          {text.csv}
        </MenuDownload>
        <MenuItem icon={<Terminal aria-hidden />} onSelect={() => void copyCall()}>
          {text.curl}
        </MenuItem>
        {mayWrite && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpened('describe')}>
              {text.describe}
            </MenuItem>
            {state === 'active' ? (
              <MenuItem icon={<Archive aria-hidden />} onSelect={() => move.mutate('archived')}>
                {text.archive}
              </MenuItem>
            ) : (
              <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={() => move.mutate('active')}>
                {text.unarchive}
              </MenuItem>
            )}
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setOpened('delete')}>
              {text.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {move.error && (
        <Dialog title={text.open(name)} onClose={move.reset}>
          <ProblemNotice error={move.error} />
        </Dialog>
      )}
      {Opened && (
        <Opened
          workbookId={workbookId}
          table={table}
          onClose={() => setOpened(undefined)}
          onRenamed={onRenamed}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}
