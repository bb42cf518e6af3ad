import { beforeAll, expect, test } from 'vitest';
import { CalledService } from './support/service.js';

let service: CalledService;
beforeAll(async () => {
  service = await CalledService.shared();
});

test('whoever deletes themselves is out at once, and may register again as somebody new', async () => {
  const user = await service.register();
  const session = await service.signIn(user);
  const workbook = await session.workbook();
  const token = await session.mint(['workbooks:read']);
  const { id } = (await session.get('/api/v1/me')).body.user;
  const wrong = await session.send('DELETE', '/api/auth/me', { confirm: 'somebody@example.com' });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, '/confirm']);
  expect((await token.send('DELETE', '/api/auth/me', { confirm: user.email })).status).toBe(403);
  expect((await session.send('DELETE', '/api/auth/me', { confirm: user.email })).status).toBe(204);
  expect((await session.get('/api/v1/me')).status).toBe(401);
  expect((await token.get(workbook)).status).toBe(401);
  expect((await service.anonymous.post('/api/auth/login', user)).status).toBe(401);
  expect((await service.anonymous.post('/api/auth/register', user)).status).toBe(201);
  const again = await service.signIn(user);
  expect((await again.get('/api/v1/me')).body.user.id).not.toBe(id);
  expect((await again.get(workbook)).status).toBe(404);
});
