import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CommentList,
  createComment,
  deleteComment,
  updateComment,
} from '@workbook-data-service/client/api';
import { Check, CornerDownRight, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { CommentEditor } from './comment-editor.js';
import styles from './comments.module.css';
import { pathOf, type TablePlace } from './first-rows.js';
import type { Person } from './mentions.js';

const texts = messages(
  {
    row: 'A row',
    table: 'The table',
    goTo: (place: string) => `Go to the cell: ${place}`,
    resolve: 'Resolve',
    reopen: 'Reopen',
    reply: 'Reply',
    send: 'Send',
    edit: 'Change the comment',
    save: 'Save',
    comment: 'Comment',
    remove: 'Delete the comment',
    removeTitle: 'Delete the comment?',
    removeFirst: 'The replies to it go with it.',
    removeOne: 'It cannot be restored.',
    removeAction: 'Delete',
    edited: 'changed',
  },
  {
    row: '行',
    table: '表全体',
    goTo: (place: string) => `セルへ移動: ${place}`,
    resolve: '解決済みにする',
    reopen: '未解決に戻す',
    reply: '返信',
    send: '送信',
    edit: 'コメントを変更',
    save: '保存',
    comment: 'コメント',
    remove: 'コメントを削除',
    removeTitle: 'コメントを削除しますか？',
    removeFirst: '返信も一緒に削除されます。',
    removeOne: '削除すると元に戻せません。',
    removeAction: '削除',
    edited: '変更済み',
  },
);

export type Comment = CommentList['comments'][number];

interface CommentThreadProps {
  place: TablePlace;
  /** The first one first. */
  comments: readonly Comment[];
  /** Whether it is on what is selected. */
  isHere: boolean;
  mayWrite: boolean;
  userId: string;
  nameOf: (userId: string) => string;
  people: readonly Person[];
  onGoTo: (target: Comment['target']) => void;
}

export function CommentThread({ place, comments, isHere, mayWrite, ...others }: CommentThreadProps) {
  const text = useText(texts);
  const [isReplying, setIsReplying] = useState(false);
  const first = comments[0] as Comment;
  const saving = useSaving(place);
  const reply = useMutation({
    mutationFn: (said: { text: string; mentions: string[] }) =>
      createComment(service, { path: pathOf(place), body: { ...said, reply_to: first.id } }),
    onSuccess: () => {
      setIsReplying(false);
      return saving.readAgain();
    },
  });
  const resolve = useMutation({
    mutationFn: (resolved: boolean) =>
      updateComment(service, { path: saving.pathTo(first), body: { resolved } }),
    onSuccess: saving.readAgain,
  });
  const { target } = first;
  const title = target.kind === 'cell' ? (target.column ?? '') : text[target.kind];
  return (
    <li className={styles.thread} data-here={isHere || undefined}>
      <header>
        {target.kind === 'table' ? (
          <strong>{title}</strong>
        ) : (
          <Button look="quiet" aria-label={text.goTo(title)} onClick={() => others.onGoTo(target)}>
            {title}
          </Button>
        )}
        {mayWrite && (
          <IconButton
            label={first.resolved ? text.reopen : text.resolve}
            icon={first.resolved ? <RotateCcw /> : <Check />}
            disabled={resolve.isPending}
            onClick={() => resolve.mutate(!first.resolved)}
          />
        )}
      </header>
      {comments.map((comment) => (
        <OneComment key={comment.id} place={place} comment={comment} mayWrite={mayWrite} {...others} />
      ))}
      <ProblemNotice error={resolve.error} />
      {mayWrite && !isReplying && (
        <div className={styles.actions}>
          <Button look="quiet" icon={<CornerDownRight />} onClick={() => setIsReplying(true)}>
            {text.reply}
          </Button>
        </div>
      )}
      {isReplying && (
        <CommentEditor
          label={text.reply}
          action={text.send}
          people={others.people}
          save={reply}
          onCancel={() => setIsReplying(false)}
        />
      )}
    </li>
  );
}

type OneCommentProps = Pick<CommentThreadProps, 'place' | 'mayWrite' | 'userId' | 'nameOf' | 'people'> & {
  comment: Comment;
};

function OneComment({ place, comment, mayWrite, userId, nameOf, people }: OneCommentProps) {
  const text = useText(texts);
  const format = useFormat();
  const [doing, setDoing] = useState<'edit' | 'remove'>();
  const saving = useSaving(place);
  const close = () => setDoing(undefined);
  const onSuccess = () => {
    close();
    return saving.readAgain();
  };
  const edit = useMutation({
    mutationFn: (said: { text: string; mentions: string[] }) =>
      updateComment(service, { path: saving.pathTo(comment), body: said }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => deleteComment(service, { path: saving.pathTo(comment) }),
    onSuccess,
  });
  if (doing === 'edit')
    return (
      <CommentEditor
        label={text.comment}
        action={text.save}
        people={people}
        text={comment.text}
        save={edit}
        onCancel={close}
      />
    );
  return (
    <article className={styles.comment}>
      <div>
        <strong>{nameOf(comment.author)}</strong>{' '}
        <time dateTime={comment.created_at} title={format.dateTime(comment.created_at)}>
          {format.ago(comment.created_at)}
        </time>
        {comment.edited_at && ` · ${text.edited}`}
      </div>
      <p>{comment.text}</p>
      {mayWrite && comment.author === userId && (
        <div className={styles.actions}>
          <IconButton label={text.edit} icon={<Pencil />} onClick={() => setDoing('edit')} />
          <IconButton label={text.remove} icon={<Trash2 />} onClick={() => setDoing('remove')} />
        </div>
      )}
      {doing === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle}
          action={text.removeAction}
          change={{ ...remove, mutate: () => remove.mutate() }}
          onClose={close}
        >
          {comment.id === comment.thread_id ? text.removeFirst : text.removeOne}
        </ConfirmDialog>
      )}
    </article>
  );
}

function useSaving(place: TablePlace) {
  const queries = useQueryClient();
  return {
    pathTo: ({ id }: Comment) => ({ ...pathOf(place), comment_id: id }),
    readAgain: () =>
      queries.invalidateQueries({ queryKey: ['workbook', place.workbookId, 'comments', place.table] }),
  };
}
