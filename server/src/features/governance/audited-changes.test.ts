import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import type { RunningService } from '../../open-service.js';
import type { Caller } from '../caller.js';
import { setMemberRoles } from '../people/set-member-roles.js';
import { createTable } from '../tables/create-table.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { listClassifications } from './list-classifications.js';
import { removePolicy } from './remove-policy.js';
import { setPolicy } from './set-policy.js';
import { tagColumn } from './tag-column.js';
import { untagColumn } from './untag-column.js';

describeEachDatabase('governance', (database) => {
  let host: InProcessService;
  let service: RunningService;
  let steward: Caller;
  beforeAll(async () => {
    host = await InProcessService.start(await database.fresh());
    ({ service, caller: steward } = host);
  });
  afterAll(() => host.dispose());

  const audited = async (action: string) => {
    const entries = await service.catalog.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', action)
      .orderBy('seq')
      .execute();
    return entries.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>);
  };

  test('every change is audited with the state before and after', async () => {
    const { id: workbookId, workspace_id: workspaceId } = await createWorkbook(
      service,
      steward,
      {
        title: 'Test',
      },
      {},
    );
    await createTable(
      service,
      steward,
      workbookId,
      {
        name: 'people',
        columns: [{ name: 'email', type: 'VARCHAR' }],
      },
      {},
    );
    const place = { workbookId, table: 'people', column: 'email' };
    await tagColumn(service, steward, place, { tag: 'pii' }, {});
    await tagColumn(service, steward, place, { tag: 'contact' }, {});
    await untagColumn(service, steward, place, { tag: 'pii' }, {});
    await setPolicy(service, steward, workbookId, { tag: 'contact', role: '*', effect: 'mask' }, {});
    await setPolicy(service, steward, workbookId, { tag: 'contact', role: '*', effect: 'deny' }, {});
    await setPolicy(service, steward, workbookId, { tag: 'contact', role: 'hr', effect: 'allow' }, {});
    await removePolicy(service, steward, workbookId, { tag: 'contact', role: 'hr' }, {});
    await setMemberRoles(service, steward, { workspaceId, userId: steward.userId }, ['hr'], {});

    const column = { column_id: 'c1' };
    expect(await audited('column.tagged')).toMatchObject([
      { ...column, before: [], after: ['pii'] },
      { ...column, before: ['pii'], after: ['contact', 'pii'] },
    ]);
    expect(await audited('column.untagged')).toMatchObject([
      { ...column, before: ['contact', 'pii'], after: ['contact'] },
    ]);
    expect(await audited('policy.set')).toMatchObject([
      { role: '*', before: null, after: 'mask' },
      { role: '*', before: 'mask', after: 'deny' },
      { role: 'hr', before: null, after: 'allow' },
    ]);
    expect(await audited('policy.removed')).toMatchObject([
      { before: { '*': 'deny', hr: 'allow' }, after: { '*': 'deny' } },
    ]);
    expect(await audited('member.roles.set')).toMatchObject([{ before: [], after: ['hr'] }]);
    const { classifications } = await listClassifications(service, steward, workbookId, { limit: 10 });
    expect(classifications).toMatchObject([{ tag: 'contact', own: true, inheritedFrom: [] }]);
  });
});
