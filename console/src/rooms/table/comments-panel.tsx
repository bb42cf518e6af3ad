import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createComment } from '@workbook-data-service/client/api';
import { X } from 'lucide-react';
import { useState } from 'react';
import { usePeople } from '../../app/people.js';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { messages, useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { Checkbox, Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { CommentEditor } from './comment-editor.js';
import { type Comment, CommentThread } from './comment-thread.js';
import styles from './comments.module.css';
import { pathOf, type TablePlace } from './first-rows.js';
import { commentsQuery } from './table-details.js';
import panelStyles from './table-page.module.css';

const texts = messages(
  {
    panel: 'Comments',
    close: 'Close the comments',
    on: 'On',
    cell: (column: string, row: number) => `The cell: ${column}, row ${row}`,
    row: (row: number) => `Row ${row}`,
    table: 'The table',
    comment: 'Comment',
    send: 'Send',
    none: 'Nobody has commented yet.',
    noneOpen: 'There are no open comments.',
    resolved: 'Show resolved ones',
  },
  {
    panel: 'コメント',
    close: 'コメントを閉じる',
    on: '対象',
    cell: (column: string, row: number) => `セル: ${column}、行 ${row}`,
    row: (row: number) => `行 ${row}`,
    table: '表全体',
    comment: 'コメント',
    send: '送信',
    none: 'コメントはまだありません。',
    noneOpen: '未解決のコメントはありません。',
    resolved: '解決済みも表示',
  },
);

interface CommentsPanelProps {
  place: TablePlace;
  /** What is selected; the row by its id and by its place in the grid, from 1. */
  cell: { rowId: number; number: number; column: string; isMasked: boolean } | undefined;
  mayWrite: boolean;
  onGoTo: (target: Comment['target']) => void;
  onClose: () => void;
}

/** What people say about the table, what is selected first. */
export function CommentsPanel({ place, cell, mayWrite, onGoTo, onClose }: CommentsPanelProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { nameOf, all } = usePeople(place.workbookId);
  const [on, setOn] = useState<'cell' | 'row' | 'table'>('cell');
  const [showsResolved, setShowsResolved] = useState(false);
  const open = useQuery(commentsQuery(place, false));
  const resolved = useQuery({ ...commentsQuery(place, true), enabled: showsResolved });
  const userId = session.user.id;
  const people = all.filter(({ id }) => id !== userId);
  const kind = cell === undefined ? 'table' : on === 'cell' && cell.isMasked ? 'row' : on;
  const say = useMutation({
    mutationFn: (said: { text: string; mentions: string[] }) =>
      createComment(service, {
        path: pathOf(place),
        body: {
          ...said,
          ...(cell &&
            kind !== 'table' && {
              target: { row_id: cell.rowId, ...(kind === 'cell' && { column: cell.column }) },
            }),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: commentsQuery(place, false).queryKey }),
  });
  const isHere = ({ target }: Comment) =>
    target.kind !== 'table' &&
    target.row_id === cell?.rowId &&
    (target.column === null || target.column === cell?.column);
  const threads = threadsOf([...(open.data ?? []), ...((showsResolved && resolved.data) || [])]);
  const sorted = [...threads].sort(([a], [b]) => Number(b && isHere(b)) - Number(a && isHere(a)));
  return (
    <aside className={panelStyles.panel} aria-label={text.panel}>
      <header>
        <h2>{text.panel}</h2>
        <IconButton label={text.close} icon={<X />} onClick={onClose} />
      </header>
      {mayWrite && (
        <CommentEditor label={text.comment} action={text.send} people={people} save={say}>
          <Select
            label={text.on}
            value={kind}
            onChange={(event) => setOn(event.target.value as 'cell' | 'row' | 'table')}
          >
            {cell && !cell.isMasked && <option value="cell">{text.cell(cell.column, cell.number)}</option>}
            {cell && <option value="row">{text.row(cell.number)}</option>}
            <option value="table">{text.table}</option>
          </Select>
        </CommentEditor>
      )}
      <Checkbox
        label={text.resolved}
        checked={showsResolved}
        onChange={(event) => setShowsResolved(event.target.checked)}
      />
      <ProblemNotice error={open.error ?? resolved.error} />
      {(open.isPending || (showsResolved && resolved.isPending)) && <Loading />}
      {open.data && sorted.length === 0 && <p>{showsResolved ? text.none : text.noneOpen}</p>}
      <ul className={styles.threads}>
        {sorted.map((comments) => (
          <CommentThread
            key={comments[0]?.thread_id}
            place={place}
            comments={comments}
            isHere={comments.some(isHere)}
            mayWrite={mayWrite}
            userId={userId}
            nameOf={nameOf}
            people={people}
            onGoTo={onGoTo}
          />
        ))}
      </ul>
    </aside>
  );
}

/** The newest thread first, and what is said in it in order. */
function threadsOf(comments: readonly Comment[]): Comment[][] {
  const threads = new Map<string, Comment[]>();
  for (const comment of comments) {
    const thread = threads.get(comment.thread_id);
    if (thread) thread.push(comment);
    else threads.set(comment.thread_id, [comment]);
  }
  return [...threads.values()].reverse();
}
