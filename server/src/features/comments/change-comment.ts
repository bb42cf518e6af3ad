import type { CommentChange, NewComment } from '@workbook-data-service/contract/comments';
import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import {
  type CommentRecord,
  countComments,
  deleteCommentRecord,
  insertComment,
  rewriteComment,
  setResolved,
} from '../../catalog/comment-records.js';
import { newId } from '../../core/ids.js';
import { fieldError, problem } from '../../core/problems.js';
import { managesWorkspace } from '../../core/rights.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { requireRows } from '../../workbook/writing/require-rows.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { CommentPlace, TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { requireTarget } from './comment-target.js';
import { commentAs, mentionsOf, requireComment, type TableComment } from './comments.js';
import { mailMentioned, requireMembers } from './mentions.js';

/** A list of them is read whole by pages that show them; argued, not measured. */
const MAX_COMMENTS_OF_TABLE = 10_000;

interface Said {
  /** Where those who are mentioned open the service; nobody is mailed without it. */
  origin?: string | undefined;
}

/** Says something about a table, a row or a cell. Comments are no data of the table: they have no op, and no version. */
export async function createComment(
  service: Service,
  caller: Caller,
  place: TablePlace,
  { target, reply_to: replyTo, text, mentions = [], origin }: NewComment & Said,
  commit: CommitOptions,
): Promise<TableComment> {
  const table = await service.data.as(caller).table(place.workbookId, place.table);
  const named = target && requireTarget(table, target);
  if (named && replyTo) throw targetOfReply();
  const comment = await change(
    service.catalog,
    caller,
    async (c) => {
      const first = replyTo ? await requireComment(c.tx, table, replyTo) : undefined;
      if (named?.rowId) await requireRows(c.tx, table.record, [named.rowId]);
      const count = await countComments(c.tx, table.record.id);
      if (count >= MAX_COMMENTS_OF_TABLE) throw tooMany(table);
      const id = newId('cmt');
      const record: CommentRecord = {
        id,
        table_id: table.record.id,
        thread_id: first?.thread_id ?? id,
        row_id: first?.row_id ?? named?.rowId ?? 0,
        column_id: first?.column_id ?? named?.column?.id ?? '',
        author_id: caller.userId,
        text,
        mentions: JSON.stringify(await requireMembers(c.tx, place.workbookId, mentions)),
        created_at: c.at,
        edited_at: null,
        resolved_at: null,
        resolved_by: null,
      };
      await insertComment(c, record);
      // Who answers a resolved thread opens it again.
      if (first?.resolved_at) await setResolved(c, first.thread_id, { resolved_at: null, resolved_by: null });
      await tell(c, 'comment.created', record, table);
      return commentAs(record, table);
    },
    commit,
  );
  mailLater(service, comment, { userIds: mentionsOf(comment.record), origin });
  return comment;
}

/** Its author changes what it says; everybody who may write resolves its thread. */
export async function updateComment(
  service: Service,
  caller: Caller,
  place: CommentPlace,
  { text, mentions, resolved, origin }: CommentChange & Said,
  commit: CommitOptions,
): Promise<TableComment> {
  const table = await service.data.as(caller).table(place.workbookId, place.table);
  let added: string[] = [];
  const comment = await change(
    service.catalog,
    caller,
    async (c) => {
      let record = await requireComment(c.tx, table, place.commentId);
      if (text !== undefined || mentions !== undefined) {
        if (record.author_id !== caller.userId) throw notAuthor();
        const before = mentionsOf(record);
        const after = mentions ? await requireMembers(c.tx, place.workbookId, mentions) : before;
        added = after.filter((id) => !before.includes(id));
        record = { ...record, text: text ?? record.text, mentions: JSON.stringify(after), edited_at: c.at };
        await rewriteComment(c, record);
      }
      if (resolved !== undefined && resolved !== (record.resolved_at !== null)) {
        const state = { resolved_at: resolved ? c.at : null, resolved_by: resolved ? caller.userId : null };
        await setResolved(c, record.thread_id, state);
        record = { ...record, ...state };
      }
      await tell(c, 'comment.changed', record, table);
      return commentAs(record, table);
    },
    commit,
  );
  mailLater(service, comment, { userIds: added, origin });
  return comment;
}

/** For its author and those who manage the workspace. The first comment of a thread goes with the replies. */
export async function deleteComment(
  service: Service,
  caller: Caller,
  place: CommentPlace,
  commit: CommitOptions,
): Promise<void> {
  const table = await service.data.as(caller).table(place.workbookId, place.table);
  const rights = await rightsTo(service, caller, place.workbookId);
  await change(
    service.catalog,
    caller,
    async (c) => {
      const record = await requireComment(c.tx, table, place.commentId);
      if (record.author_id !== caller.userId && !(rights && managesWorkspace(rights))) throw notAuthor();
      await deleteCommentRecord(c, record.id);
      await tell(c, 'comment.deleted', record, table);
    },
    commit,
  );
}

/** What is said, and about what, is in neither: all who may read the workbook read them. */
async function tell(
  c: Change,
  kind: 'comment.created' | 'comment.changed' | 'comment.deleted',
  { id, thread_id }: CommentRecord,
  { record }: GovernedTable,
): Promise<void> {
  await c.audit({
    chain: record.workbook_id,
    action: kind,
    target: id,
    detail: { artifact_id: record.id, thread_id },
  });
  c.emit(record.workbook_id, kind, {
    name: record.name,
    artifact_id: record.id,
    comment_id: id,
    thread_id,
  });
}

/** The answer waits for no mail server, and the comment stands without it. */
function mailLater(
  service: Service,
  comment: TableComment,
  mentioned: { userIds: readonly string[]; origin: string | undefined },
): void {
  if (mentioned.userIds.length === 0) return;
  void mailMentioned(service, comment, mentioned).catch((error: unknown) =>
    service.log.error({ err: error, comment: comment.record.id }, 'a mention could not be mailed'),
  );
}

const notAuthor = () => problem('forbidden', say('comment-not-yours'), { fix: say('fix-comment-not-yours') });

const targetOfReply = () =>
  problem('invalid-request', say('comment-reply-target'), {
    fix: say('fix-comment-reply-target'),
    members: { errors: [fieldError('/target', say('field-left-out'))] },
  });

const tooMany = ({ record }: GovernedTable) =>
  problem('conflict', say('comments-full', { table: record.name, max: MAX_COMMENTS_OF_TABLE }), {
    fix: say('fix-comments-full'),
  });
