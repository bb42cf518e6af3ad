import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import { fieldError, problem } from '../../core/problems.js';
import { may } from '../../core/rights.js';
import { isReadable } from '../../workbook/governance/governed-tables.js';
import { rightsTo } from '../access/require-workbook.js';
import { membersOf, type WorkspaceMember } from '../people/members.js';
import type { Service } from '../service.js';
import { visibleColumnIds } from './comment-target.js';
import type { TableComment } from './comments.js';

/** Refuses users who are not members of the workspace of a workbook. */
export async function requireMembers(
  db: Db,
  workbookId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return wanted;
  const members = new Set((await membersOfWorkbook(db, workbookId)).map(({ id }) => id));
  const stranger = userIds.findIndex((id) => !members.has(id));
  if (stranger < 0) return wanted;
  throw problem('invalid-request', say('mention-unknown', { user: userIds[stranger] as string }), {
    fix: say('fix-mention-unknown'),
    members: { errors: [fieldError(`/mentions/${stranger}`, say('mention-not-member'))] },
  });
}

/**
 * Mails those whom a comment mentions, if they may see what it is on. The mail says where they are mentioned; what was said
 * is read in the service, with the rights of that moment.
 */
export async function mailMentioned(
  { mail, ...rest }: Service,
  comment: TableComment,
  { userIds, origin }: { userIds: readonly string[]; origin: string | undefined },
): Promise<void> {
  const { record, table } = comment;
  if (!mail || origin === undefined) return;
  const service: Service = { mail, ...rest };
  const { db } = service.catalog;
  const members = await membersOfWorkbook(db, table.record.workbook_id);
  const author = members.find(({ id }) => id === record.author_id);
  for (const member of members) {
    if (!userIds.includes(member.id) || member.id === record.author_id || !member.isTrusted) continue;
    if (!(await seesTarget(service, member.id, comment))) continue;
    const path = `/workbooks/${table.record.workbook_id}/tables/${encodeURIComponent(table.record.name)}`;
    const url = `${origin}${path}?${addressOf(comment)}`;
    await mail.send({ to: member.email, ...mentionMail(author, table.record.name, url) });
  }
}

/** As the console reads it: the panel of comments, and the cell that is selected. */
function addressOf({ target: { rowId, column } }: TableComment): string {
  const address = new URLSearchParams({ comments: 'true' });
  if (rowId !== null) address.set('row', String(rowId));
  if (column) address.set('column', column.name);
  return address.toString();
}

async function seesTarget(service: Service, userId: string, { record, table }: TableComment) {
  const workbookId = table.record.workbook_id;
  const scopes = ['workbooks:read'] as const;
  const credential = { kind: 'session', accountId: null, reach: { kind: 'account' }, scopes } as const;
  const rights = await rightsTo(service, { userId, credential }, workbookId);
  if (!rights || !may(rights, 'workbooks:read')) return false;
  const theirs = await service.data.as({ userId }).describe(workbookId, table.record.id);
  return isReadable(theirs) && visibleColumnIds(theirs).includes(record.column_id);
}

/** In both languages, because nobody says which one a member reads. */
function mentionMail(author: WorkspaceMember | undefined, table: string, url: string) {
  const name = author?.name || author?.email;
  return {
    subject: `${name ?? 'Somebody'} mentioned you in a comment on ${table}`,
    text: [
      `${name ?? 'Somebody'} mentioned you in a comment on the table "${table}". To read it, open this address:`,
      `${name ?? 'メンバー'} さんが、表「${table}」のコメントであなたをメンションしました。次のアドレスで読めます。`,
      url,
    ].join('\n\n'),
  };
}

async function membersOfWorkbook(db: Db, workbookId: string): Promise<WorkspaceMember[]> {
  const workspace = await db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select(['workspaces.id', 'workspaces.account_id'])
    .where('workbooks.id', '=', workbookId)
    .executeTakeFirst();
  return workspace ? await membersOf(db, workspace) : [];
}
