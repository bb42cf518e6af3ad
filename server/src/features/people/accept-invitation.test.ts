import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { deleteInvitationsExpiredBefore } from '../../catalog/invitations.js';
import type { BaseRole } from '../../core/scopes.js';
import { defaultAccount } from '../access/default-account.js';
import { listWorkspaces, type WorkspaceRecord } from '../access/enter-workspace.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { acceptInvitation } from './accept-invitation.js';
import { changeMember } from './change-member.js';
import { confirmMember } from './confirm-member.js';
import { inviteMember } from './invite-member.js';
import { membersOf } from './members.js';
import { removeMember } from './remove-member.js';

const password = 'quiet harbour seven lamps';

describeEachDatabase('the members of a workspace', (database) => {
  let running: InProcessService;
  let workspace: WorkspaceRecord;
  let workspaceId: string;
  beforeAll(async () => {
    running = await InProcessService.start(await database.fresh());
    await defaultAccount(running.service, running.caller);
    [workspace] = (await listWorkspaces(running.service, running.caller)) as [WorkspaceRecord];
    workspaceId = workspace.id;
  });
  afterAll(() => running?.dispose());

  const invite = async (email: string, baseRole: BaseRole = 'viewer') => {
    const wanted = { email, baseRole, roles: [], origin: 'https://data.example.com' };
    const invited = await inviteMember(running.service, running.caller, workspaceId, wanted, {});
    return 'url' in invited ? (invited.url as string) : '';
  };
  const accept = (url: string) =>
    acceptInvitation(running.service, {
      token: url.split('/').at(-1) as string,
      name: null,
      password,
      from: { address: '192.0.2.1', userAgent: undefined },
      requestId: 'req_test',
    });
  const roleOf = async (userId: string) =>
    (await membersOf(running.service.catalog.db, workspace, userId))[0]?.baseRole;
  const join = async (email: string, baseRole: BaseRole) => {
    const { user } = await accept(await invite(email, baseRole));
    await confirmMember(running.service, running.caller, { workspaceId, userId: user.id }, {});
    return user;
  };

  test('join once by one invitation, however many accept it', async () => {
    const url = await invite('many@example.com');
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => accept(url)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are invited by a link that the catalog cannot tell', async () => {
    const { db } = running.service.catalog;
    const token = (await invite('secret@example.com')).split('/').at(-1) as string;
    const stored = [
      await db.selectFrom('invitations').selectAll().execute(),
      await db.selectFrom('audit_entries').select('detail').execute(),
    ];
    expect(JSON.stringify(stored)).toContain('secret@example.com');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('do not join by an invitation that has expired, which is then deleted', async () => {
    const { db } = running.service.catalog;
    const url = await invite('late@example.com');
    const past = '2020-01-01T00:00:00.000Z';
    await db.updateTable('invitations').set({ expires_at: past }).execute();
    await expect(accept(url)).rejects.toMatchObject({ slug: 'expired' });
    await deleteInvitationsExpiredBefore(db, new Date().toISOString()).execute();
    await expect(accept(url)).rejects.toMatchObject({ slug: 'not-found' });
  });

  test('take their invitations with them when they are no longer admins', async () => {
    const { db } = running.service.catalog;
    for (const go of ['demoted', 'removed'] as const) {
      const user = await join(`${go}@example.com`, 'admin');
      const url = await invite(`friend-of-${go}@example.com`, 'admin');
      await db.updateTable('invitations').set({ created_by: user.id }).execute();
      const place = { workspaceId, userId: user.id };
      if (go === 'demoted') await changeMember(running.service, running.caller, place, 'viewer', {});
      else await removeMember(running.service, running.caller, place, {});
      expect(await roleOf(user.id)).toBe(go === 'demoted' ? 'viewer' : undefined);
      await expect(accept(url)).rejects.toMatchObject({ slug: 'not-found' });
    }
  });

  test('leave their workbooks to the owner of the account', async () => {
    const { service, caller } = running;
    const { db } = service.catalog;
    const user = await join('author@example.com', 'editor');
    const workbook = await createWorkbook(service, caller, { title: 'Theirs', workspaceId }, {});
    await db.updateTable('workbooks').set({ owner_user_id: user.id }).execute();
    await removeMember(service, caller, { workspaceId, userId: user.id }, {});
    const found = await db.selectFrom('workbooks').select(['id', 'owner_user_id']).execute();
    expect(found).toEqual([{ id: workbook.id, owner_user_id: caller.userId }]);
    const logged = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('chain', '=', workbook.id)
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(logged?.action).toBe('workbook.owner.set');
  });
});
