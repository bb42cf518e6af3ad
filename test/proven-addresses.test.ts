import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { Browser } from './support/browser.js';
import { MailServer } from './support/mail-server.js';
import { acceptPathOf, invited, memberPassword as password } from './support/members.js';
import { TestService } from './support/service.js';
import { SignInProvider } from './support/sign-in-provider.js';

const another = 'another long password of somebody';

/** The owner's account with what is worth reaching, and somebody else who is after it. */
interface World {
  service: TestService;
  owner: Api;
  admin: Api;
  mallory: Api;
  workspaces: [string, string];
  workbook: string;
}

let mail: MailServer;
let provider: SignInProvider;
let withoutMail: World;
let withMail: World;
beforeAll(async () => {
  mail = await MailServer.start();
  provider = await SignInProvider.start();
  const open = {
    SVC_OPEN_REGISTRATION: 'true',
    SVC_ALLOW_PRIVATE_NETWORK: 'true',
    ...provider.env,
  };
  const start = async (env: Record<string, string>) => await makeWorld(await TestService.start({ env }));
  withoutMail = await start(open);
  withMail = await start({ ...open, ...mail.env });
  await provider.open(withoutMail.service, withMail.service);
});
afterAll(async () => {
  await Promise.all([withoutMail?.service.dispose(), withMail?.service.dispose()]);
  await Promise.all([mail?.close(), provider?.close()]);
});

const usersOf = (workspaceId: string) => `/api/control/workspaces/${workspaceId}/users`;
const workspaceOf = async (api: Api): Promise<string> => (await api.get('/api/v1/me')).body.workspace_id;
const newAddress = () => `ann-${randomUUID()}@example.com`;

async function registered(service: TestService, email: string, secret = password): Promise<Api> {
  const person = { email, password: secret };
  expect((await service.anonymous.post('/api/auth/register', person)).status).toBe(201);
  return await service.signIn(person);
}

async function makeWorld(service: TestService): Promise<World> {
  const owner = await service.signIn();
  const first = await workspaceOf(owner);
  const second = (await owner.post('/api/control/workspaces', { name: 'Second' })).body.id;
  const workbook = await owner.workbook();
  const mallory = await registered(service, `mallory-${randomUUID()}@example.com`);
  const admin = await adminOf(service, owner, first);
  return { service, owner, admin, mallory, workspaces: [first, second], workbook };
}

async function adminOf(service: TestService, owner: Api, workspaceId: string): Promise<Api> {
  const email = 'admin@example.com';
  const { invitation } = (await owner.post(usersOf(workspaceId), { email, base_role: 'admin' })).body;
  const accept = invitation.url
    ? acceptPathOf(invitation.url)
    : `/api/auth${await mail.linkTo(email, 'invitations')}/accept`;
  const { body } = await service.anonymous.post(accept, { password });
  if (invitation.url) await owner.post(`${usersOf(workspaceId)}/${body.user.id}/confirm`);
  return service.as(body.access_token);
}

/** Ways to hold an address without a proof; undefined where the way is closed. */
const ways: Record<string, (world: World, email: string) => Promise<Api | undefined>> = {
  'a registration': ({ service }, email) => registered(service, email),

  'a registration whose mail was asked for again': async ({ service }, email) => {
    const holder = await registered(service, email);
    await holder.post('/api/auth/verification');
    return holder;
  },

  'an invitation to a workspace of their own': async ({ service, mallory }, email) => {
    const { url } = await ownInvitation(mallory, email);
    if (url === undefined) return undefined;
    const { body } = await service.anonymous.post(acceptPathOf(url), { password });
    return service.as(body.access_token);
  },

  'an invitation of their own that they confirmed themselves': async ({ service, mallory }, email) => {
    const { url } = await ownInvitation(mallory, email);
    if (url === undefined) return undefined;
    const { body } = await service.anonymous.post(acceptPathOf(url), { password });
    const confirm = `${usersOf(await workspaceOf(mallory))}/${body.user.id}/confirm`;
    expect((await mallory.post(confirm)).body).toMatchObject({ status: 'member', proven: true });
    return service.as(body.access_token);
  },

  'a provider that does not say whose address it is': async ({ service }, email) => {
    const answer = await signInElsewhere(service, { email, email_verified: false });
    expect(answer.status).toBe(403);
    return undefined;
  },
};

async function ownInvitation(mallory: Api, email: string): Promise<{ url?: string }> {
  const users = usersOf(await workspaceOf(mallory));
  return (await mallory.post(users, { email, base_role: 'admin' })).body.invitation;
}

/** Ways in which others give rights to an address. */
const gifts: Record<string, (world: World, email: string) => Promise<unknown>> = {
  'its invitation by the owner': ({ owner, workspaces: [first] }, email) =>
    owner.post(usersOf(first), { email, base_role: 'admin', roles: ['hr'] }),
  'its invitation by an admin': ({ admin, workspaces: [first] }, email) =>
    admin.post(usersOf(first), { email, base_role: 'editor' }),
  'its invitation by a key': async ({ service, owner, workspaces: [first] }, email) => {
    const { key } = (await owner.post('/api/control/account/keys', { scopes: ['workspaces:configure'] }))
      .body;
    return await service.as(key).post(usersOf(first), { email, base_role: 'viewer' });
  },
  'invitations to two workspaces, twice': async ({ owner, workspaces }, email) => {
    for (const workspace of [...workspaces, ...workspaces])
      await owner.post(usersOf(workspace), { email, base_role: 'viewer' });
  },
  'roles for its user': async ({ owner, workspaces: [first], mallory }, email) => {
    const theirs = (await mallory.get(usersOf(await workspaceOf(mallory)))).body.users;
    const holder = theirs.find((user: { email: string }) => user.email === email)?.id ?? 'usr_0';
    const user = `${usersOf(first)}/${holder}`;
    expect((await owner.patch(user, { base_role: 'admin' })).status).toBe(404);
    expect((await owner.put(`${user}/roles`, { roles: ['hr'] })).status).toBe(404);
    expect((await owner.post(`${user}/confirm`)).status).toBe(404);
  },
};

/** What somebody reaches of the owner's account, trying everything that a member could. */
async function reached({ workspaces, workbook }: World, api: Api): Promise<string[]> {
  const found: string[] = [];
  const { notices } = (await api.get('/api/auth/notices')).body;
  for (const { id } of notices) await api.post(`/api/auth/notices/${id}/accept`);
  if (notices.length > 0) found.push('notices');
  for (const id of workspaces) {
    const paths = [
      `/api/control/workspaces/${id}`,
      usersOf(id),
      `/api/control/workspaces/${id}/invitations`,
      `/api/control/workspaces/${id}/workbooks`,
    ];
    for (const path of paths) if ((await api.get(path)).status === 200) found.push(path);
    const resource = `workspace:${id}`;
    if ((await api.post('/api/v1/me/tokens', { name: 'x', resource })).status === 201) found.push(resource);
  }
  if ((await api.get(workbook)).status === 200) found.push(workbook);
  const lists = ['/api/v1/me/workspaces', '/api/v1/me/workbooks?limit=1000'];
  for (const list of lists) {
    const text = JSON.stringify((await api.get(list)).body);
    if ([...workspaces, workbook.split('/').at(-1) as string].some((id) => text.includes(id)))
      found.push(list);
  }
  return found;
}

async function signInElsewhere(service: TestService, person: { email: string; email_verified: boolean }) {
  const subject = randomUUID();
  provider.people[subject] = person;
  provider.signsIn = subject;
  const browser = new Browser();
  const callback = await browser.follow(
    `${service.url}/api/auth/oidc/start`,
    `${service.url}/api/auth/oidc/callback`,
  );
  return await service.anonymous.get(callback.pathname + callback.search, {
    cookie: browser.cookiesFor(callback),
  });
}

describe.each([
  ['without mail', () => withoutMail],
  ['with mail', () => withMail],
])('%s', (_, worldOf) => {
  let world: World;
  let email: string;
  beforeEach(() => {
    world = worldOf();
    email = newAddress();
  });

  describe.each(Object.entries(ways))('%s', (_way, hold) => {
    test('gets nothing by what the address is given, in any way', async () => {
      const holder = await hold(world, email);
      if (!holder) return expect(await userExists(world, email)).toBe(false);
      for (const [gift, give] of Object.entries(gifts)) {
        await give(world, email);
        expect(await reached(world, holder), gift).toEqual([]);
      }
      expect(await reached(world, await world.service.signIn({ email, password }))).toEqual([]);
    });

    test('gets nothing by what the address was given before, in any way', async () => {
      for (const give of Object.values(gifts)) await give(world, email);
      const holder = await hold(world, email);
      if (holder) expect(await reached(world, holder)).toEqual([]);
    });

    test('ends when a provider says whose address it is', async () => {
      const holder = await hold(world, email);
      if (!holder) return expect(await userExists(world, email)).toBe(false);
      const token = await holder.mint(['workbooks:read']);
      await world.owner.post(usersOf(world.workspaces[0]), { email, base_role: 'viewer' });
      const { status, body } = await signInElsewhere(world.service, { email, email_verified: true });
      expect([status, body.user.email]).toEqual([200, email]);
      expect((await world.service.as(body.access_token).get(world.workbook)).status).toBe(200);
      expect((await holder.get('/api/auth/session')).status).toBe(401);
      expect((await token.get('/api/v1/me')).status).toBe(401);
      expect(await userExists(world, email)).toBe(false);
    });
  });
});

async function userExists({ service }: World, email: string): Promise<boolean> {
  return (await service.anonymous.post('/api/auth/login', { email, password })).status === 200;
}

describe('the mailbox', () => {
  test('gives the address to whom it is, and ends what its holder had', async () => {
    const { service, owner, workspaces, workbook } = withMail;
    const email = newAddress();
    const holder = await registered(service, email);
    const token = await holder.mint(['workbooks:read']);
    await owner.post(usersOf(workspaces[0]), { email, base_role: 'viewer' });
    const link = `/api/auth${await mail.linkTo(email, 'invitations')}`;
    expect((await service.anonymous.get(link)).body.is_user).toBe(false);
    const { status, body } = await service.anonymous.post(`${link}/accept`, { password: another });
    expect(status).toBe(200);
    expect((await service.as(body.access_token).get(workbook)).status).toBe(200);
    expect((await holder.get('/api/auth/session')).status).toBe(401);
    expect((await token.get('/api/v1/me')).status).toBe(401);
    expect(await userExists(withMail, email)).toBe(false);
  });

  test('leaves everything to a holder who also knows the password', async () => {
    const { service, owner, workspaces, workbook } = withMail;
    const email = newAddress();
    const holder = await registered(service, email);
    await owner.post(usersOf(workspaces[0]), { email, base_role: 'viewer' });
    const link = `/api/auth${await mail.linkTo(email, 'invitations')}`;
    expect((await service.anonymous.post(`${link}/accept`, { password })).status).toBe(200);
    expect((await holder.get('/api/auth/session')).body.proven).toBe(true);
    expect((await holder.get(workbook)).status).toBe(200);
  });

  test('proves the address to whoever is signed in as its user, and to nobody else', async () => {
    const { service, owner, mallory, workspaces, workbook } = withMail;
    const email = newAddress();
    const ann = await registered(service, email);
    expect((await ann.get('/api/auth/session')).body.proven).toBe(false);
    await owner.post(usersOf(workspaces[0]), { email, base_role: 'viewer' });
    expect(await reached(withMail, ann)).toEqual([]);
    const verify = (await mail.linkTo(email, 'verify')).replace('/verify/', '/api/auth/verification/');
    expect((await service.anonymous.post(verify)).status).toBe(401);
    expect((await mallory.post(verify)).status).toBe(404);
    expect((await ann.post(verify)).status).toBe(204);
    expect((await ann.post(verify)).status).toBe(404);
    expect((await ann.get('/api/auth/session')).body.proven).toBe(true);
    const [notice] = (await ann.get('/api/auth/notices')).body.notices;
    expect((await ann.post(`/api/auth/notices/${notice.id}/accept`)).status).toBe(204);
    expect((await ann.get(workbook)).status).toBe(200);
    expect((await ann.post('/api/auth/verification')).status).toBe(409);
  });

  test('gets no second mail within a minute', async () => {
    const { service } = withMail;
    const ann = await registered(service, newAddress());
    const { status, body } = await ann.post('/api/auth/verification');
    expect([status, body.type, body.retry_after > 0]).toEqual([429, '/problems/rate-limited', true]);
  });

  test('is not asked where there is no mail', async () => {
    const ann = await registered(withoutMail.service, newAddress());
    expect((await ann.post('/api/auth/verification')).body).toMatchObject({ status: 501 });
  });
});

test('an owner confirms who waits, for their own account alone', async () => {
  const { service, owner, mallory, workspaces, workbook } = withoutMail;
  const email = newAddress();
  const { url } = (await owner.post(usersOf(workspaces[0]), { email, base_role: 'viewer' })).body.invitation;
  const { body } = await service.anonymous.post(acceptPathOf(url), { password });
  const ann = service.as(body.access_token);
  expect(await reached(withoutMail, ann)).toEqual([]);
  expect((await mallory.post(`${usersOf(workspaces[0])}/${body.user.id}/confirm`)).status).toBe(403);
  expect((await mallory.post(`${usersOf(await workspaceOf(mallory))}/${body.user.id}/confirm`)).status).toBe(
    404,
  );
  expect((await owner.post(`${usersOf(workspaces[0])}/${body.user.id}/confirm`)).status).toBe(200);
  expect((await ann.get(workbook)).status).toBe(200);
  // What one owner has confirmed proves nothing to another.
  const theirs = usersOf(await workspaceOf(mallory));
  expect(Object.keys((await mallory.post(theirs, { email, base_role: 'viewer' })).body)).toEqual([
    'invitation',
  ]);
  expect((await ann.get('/api/auth/notices')).body.notices).toEqual([]);
  expect((await ann.get('/api/auth/session')).body.proven).toBe(false);
});

test('where registration is closed, a link that makes a user is shown to the user of the operator alone', async () => {
  const service = await TestService.start();
  try {
    const owner = await service.signIn();
    const workspaceId = await workspaceOf(owner);
    const bob = await invited(service, owner, workspaceId, 'bob', 'admin');
    const answer = await bob.api.post(usersOf(await workspaceOf(bob.api)), {
      email: newAddress(),
      base_role: 'viewer',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.invitation).not.toHaveProperty('url');
    expect(answer.body.invitation.mailed).toBe(false);
  } finally {
    await service.dispose();
  }
});

test('what a holder let others do in their account ends with what they had', async () => {
  const { service, mallory } = withoutMail;
  const email = newAddress();
  const holder = await registered(service, email);
  const workspaceId = await workspaceOf(holder);
  const workbook = await holder.workbook();
  const { url } = (await holder.post(usersOf(workspaceId), { email: newAddress(), base_role: 'admin' })).body
    .invitation;
  const waiting = (await service.anonymous.post(acceptPathOf(url), { password })).body;
  await holder.post(`${usersOf(workspaceId)}/${waiting.user.id}/confirm`);
  const accomplice = service.as(waiting.access_token);
  expect((await accomplice.get(workbook)).status).toBe(200);
  const left = (await holder.post(usersOf(workspaceId), { email: newAddress(), base_role: 'admin' })).body
    .invitation;
  const slot = (await holder.post(`${workbook}/uploads`, { filename: 'x.csv' })).body;
  await holder.post('/api/v1/me/webhooks', { url: 'http://127.0.0.1:9/hook' });
  const { key } = (await holder.post('/api/control/account/keys', { scopes: ['workspaces:configure'] })).body;

  const { body } = await signInElsewhere(service, { email, email_verified: true });
  const ann = service.as(body.access_token);
  expect((await ann.get(workbook)).status).toBe(200);
  expect((await ann.get(usersOf(workspaceId))).body.users.map(({ id }: { id: string }) => id)).toEqual([
    body.user.id,
  ]);
  expect((await accomplice.get(workbook)).status).toBe(404);
  expect((await service.anonymous.post(acceptPathOf(left.url), { password })).status).toBe(404);
  const put = await fetch(slot.upload_url, { method: 'PUT', body: 'a,b\n1,2' });
  expect(put.status).toBe(410);
  expect((await ann.get('/api/v1/me/webhooks')).body.webhooks).toEqual([]);
  expect((await service.as(key).get(usersOf(workspaceId))).status).toBe(401);
  const log = (await ann.get('/api/control/account/audit-log?log=user')).body.entries;
  const { detail } = log.find(({ action }: { action: string }) => action === 'address.proven');
  expect(detail).toMatchObject({ by: 'oidc', ended: { credentials: 1, webhooks: 1, invitations: 1 } });
  expect(await reached(withoutMail, mallory)).toEqual([]);
});
