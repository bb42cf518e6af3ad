import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';
import { TestService } from '../support/service.js';
import { SignInProvider } from '../support/sign-in-provider.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('a user signs in, is led back to where they wanted to go, and signs out', async () => {
  const page = await world.visit();
  await page.goto('/workbooks?search=sales');
  await page.getByLabel('E-mail address').fill(world.user.email);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/password/);
  await keepPicture(page, 'sign-in');
  await page.getByLabel('Password').fill(world.user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('?search=sales');
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('button', { name: `Signed in as ${world.user.email}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await page.request.get('/api/auth/session')).status()).toBe(401);
});

test('somebody signs in at their organization, and comes back to where they wanted to go', async () => {
  const provider = await SignInProvider.start();
  const service = await TestService.start({ env: { ...provider.env, SVC_OIDC_AUTO_REGISTER: 'true' } });
  onTestFinished(async () => void (await Promise.all([service.dispose(), provider.close()])));
  await provider.open(service);
  provider.people.mika = { email: 'mika@example.com', email_verified: true };
  provider.signsIn = 'mika';
  const page = await world.visit();
  await page.goto(`${service.url}/workbooks?search=sales`);
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
  await page.getByRole('button', { name: 'Signed in as mika@example.com' }).waitFor();
  expect(page.url()).toBe(`${service.url}/workbooks?search=sales`);
});

test('scripts cannot read the session, and pages of other sites cannot use it', async () => {
  const page = await world.signIn();
  await page.goto('/workbooks');
  expect(await page.evaluate('document.cookie')).toBe('');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const asOtherSite = (headers: Record<string, string>) =>
    page.request.post('/api/v1/workbooks', { data: { title: 'Forged' }, headers });
  expect((await asOtherSite({ origin: 'https://evil.example.com' })).status()).toBe(401);
  expect((await asOtherSite({ 'sec-fetch-site': 'same-site' })).status()).toBe(401);
  expect((await asOtherSite({})).status()).toBe(401);
  expect((await asOtherSite({ origin: world.service.url })).status()).toBe(201);
});
