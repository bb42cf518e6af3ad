import type { Workbook } from '@workbook-data-service/client/api';
import { Ellipsis, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages, useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import { useRightsTo } from '../use-rights.js';
import { DeleteWorkbookDialog } from './delete-workbook-dialog.js';
import { DescribeWorkbookDialog } from './describe-workbook-dialog.js';
import { ShareWorkbookDialog } from './share-workbook-dialog.js';

const texts = messages(
  {
    open: (title: string) => `What to do with ${title}`,
    describe: 'Rename or describe',
    share: 'Share',
    delete: 'Delete',
  },
  {
    open: (title: string) => `「${title}」の操作`,
    describe: '名前と説明の変更',
    share: '共有',
    delete: '削除',
  },
);

const dialogs = {
  describe: DescribeWorkbookDialog,
  share: ShareWorkbookDialog,
  delete: DeleteWorkbookDialog,
};

interface WorkbookMenuProps {
  workbook: Workbook;
  onDeleted?: () => void;
}

export function WorkbookMenu({ workbook, onDeleted }: WorkbookMenuProps) {
  const text = useText(texts);
  const { mayWrite, mayDelete } = useRightsTo(workbook);
  const [opened, setOpened] = useState<keyof typeof dialogs>();
  const Opened = opened && dialogs[opened];
  return (
    <>
      <Menu trigger={<IconButton label={text.open(workbook.title)} icon={<Ellipsis />} />}>
        <MenuItem icon={<Share2 aria-hidden />} onSelect={() => setOpened('share')}>
          {text.share}
        </MenuItem>
        {mayWrite && (
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpened('describe')}>
            {text.describe}
          </MenuItem>
        )}
        {mayDelete && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setOpened('delete')}>
              {text.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {Opened && <Opened workbook={workbook} onClose={() => setOpened(undefined)} onDeleted={onDeleted} />}
    </>
  );
}
