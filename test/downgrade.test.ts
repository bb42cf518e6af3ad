import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { startService, TestService } from './support/service.js';

test('an older release refuses a newer database with a clear message, without a stack trace', async () => {
  const service = await startService();
  await service.stop();
  const { dataDir } = service;
  const database = new DatabaseSync(`${dataDir}/catalog.db`);
  database.exec("insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')");
  database.close();
  const { message } = (await TestService.start({ dataDir }).catch((error) => error)) as Error;
  expect(message).toMatch(/ended with 1:[\s\S]*upgraded by a newer release.*9999-from-the-future/);
  expect(message).not.toMatch(/^\s+at /m);
});
