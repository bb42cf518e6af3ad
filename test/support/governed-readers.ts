import type { Api } from './api.js';
import type { Staffed } from './members.js';

/** Somebody who reads the governed workbook and may not configure governance. */
export interface Reader {
  name: string;
  person: 'owner' | 'member';
  api: Api;
}

const scopes = ['workbooks:write', 'workbooks:delete'];
const rate = { rate_limit_per_minute: 10_000 };

/** A token of the owner, for what belongs to one credential. */
export const mintOwnersToken = (owner: Api): Promise<Api> => owner.mint(scopes, rate);

/** Two people with credentials of every kind, which see the same while both have the same roles. */
export async function makeReaders(
  { service, owner, members }: Staffed<'member'>,
  ownersToken: Api,
  workspaceId: string,
  workbook: string,
): Promise<Reader[]> {
  const key = async (more: object = {}) => {
    const { body } = await owner.post('/api/control/account/keys', { scopes, ...rate, ...more });
    return service.as(body.key);
  };
  const session = members.member.api;
  const token = (resource: string) => session.mint(scopes, { ...rate, resource });
  const workbookId = workbook.split('/').at(-1);
  return [
    { name: 'token of the owner', person: 'owner', api: ownersToken },
    { name: 'session of the member', person: 'member', api: session },
    { name: 'key of the account', person: 'owner', api: await key() },
    { name: 'token of the member', person: 'member', api: await token(`workspace:${workspaceId}`) },
    { name: 'key of the workspace', person: 'owner', api: await key({ workspace_id: workspaceId }) },
    { name: 'token for the workbook', person: 'member', api: await token(`workbook:${workbookId}`) },
  ];
}
