import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messages, useText } from '../text/text.js';
import { Notice } from '../ui/notice.js';
import { governedQuery } from './workbook-queries.js';

const texts = messages(
  {
    why: 'This workbook has rules about who sees which column. A file cannot be masked, so nobody can open or download its files; its tables show what you may see.',
    rules: 'See the rules',
  },
  {
    why: 'このワークブックには、列の閲覧を制限するルールがあります。ファイルは列ごとに隠せないため、元のファイルの表示とダウンロードはできません。閲覧できる列は表で確認できます。',
    rules: 'ルールを見る',
  },
);

/** Whether the service hands out the files of a workbook; undefined until it is known. */
export function useAreFilesOpen(workbookId: string): boolean | undefined {
  const { data: isGoverned } = useQuery(governedQuery(workbookId));
  return isGoverned === undefined ? undefined : !isGoverned;
}

/** Why there is no download; nothing where there is one. */
export function ClosedFilesNotice({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  if (useAreFilesOpen(workbookId) !== false) return null;
  return (
    <Notice>
      {text.why}{' '}
      <Link to="/workbooks/$workbookId/governance" params={{ workbookId }}>
        {text.rules}
      </Link>
    </Notice>
  );
}
