import { expect } from 'vitest';
import type { ConsoleWorld } from './console.js';

/** Uploads a table as the owner, and answers the address of its page. */
export async function uploadedTable(world: ConsoleWorld, name: string, content: string): Promise<string> {
  const api = await world.service.signIn();
  const workbook = await api.workbook();
  const { status } = await api.upload(
    `${workbook}/sources`,
    { name: `${name}.csv`, content },
    { structuring: 'skip' },
  );
  expect(status).toBe(201);
  return `${workbook.replace('/api/v1', '')}/tables/${name}`;
}
