import { messages, useText } from '../text/text.js';
import { Badge } from '../ui/badge.js';
import { Notice } from '../ui/notice.js';
import { useRights } from './use-rights.js';

export const readOnlyTexts = messages(
  {
    readOnly: 'Read only',
    why: 'You are a viewer in this workspace: you can read everything here, and change nothing. An admin of the workspace can make you an editor.',
  },
  {
    readOnly: '閲覧のみ',
    why: 'このワークスペースでの役割は閲覧者です。内容を見ることはできますが、変更はできません。変更が必要なときは、ワークスペースの管理者に、編集者の役割を依頼してください。',
  },
);

/** Beside the name of a workbook; nothing for those who may change it. */
export function ReadOnlyBadge({ workbookId }: { workbookId: string }) {
  const text = useText(readOnlyTexts);
  return useRights(workbookId).mayWrite ? null : <Badge title={text.why}>{text.readOnly}</Badge>;
}

/** Why a page offers nothing to change; nothing for those who may. */
export function ReadOnlyNotice({ workbookId }: { workbookId: string }) {
  const text = useText(readOnlyTexts);
  return useRights(workbookId).mayWrite ? null : <Notice>{text.why}</Notice>;
}
