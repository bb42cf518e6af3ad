import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { openCatalog } from './open-catalog.js';
import { takeUpkeepTurn } from './upkeep-turns.js';

const MINUTE = 60_000;
const now = new Date('2026-03-01T08:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);

describeDatabase('postgres', 'a turn at the upkeep', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  test('belongs to one node until it gives it back or it ends', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => takeUpkeepTurn(catalog, 'sweep', 10 * MINUTE, now)),
    );
    expect([first, second].filter(Boolean)).toHaveLength(1);
    expect(await takeUpkeepTurn(catalog, 'compact', 10 * MINUTE, now)).toBeDefined();
    expect(await takeUpkeepTurn(catalog, 'sweep', 10 * MINUTE, later(9))).toBeUndefined();
    const third = await takeUpkeepTurn(catalog, 'sweep', 10 * MINUTE, later(10));
    expect(third).toBeDefined();
    // It has ended, and is another's now.
    await (first ?? second)?.();
    expect(await takeUpkeepTurn(catalog, 'sweep', 10 * MINUTE, later(11))).toBeUndefined();
    await third?.();
    expect(await takeUpkeepTurn(catalog, 'sweep', 10 * MINUTE, later(11))).toBeDefined();
  });
});
