import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { author, newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { change } from './change.js';
import {
  deleteEventsBefore,
  eventsAfter,
  findEvent,
  hasUnpublishedEvents,
  lastPosition,
  publishEvents,
} from './event-records.js';
import { openCatalog } from './open-catalog.js';

describeEachDatabase('events', (database) => {
  let catalog: Catalog;
  let workbookId: string;
  let start: number;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());
  beforeEach(async () => {
    ({ workbookId } = await newWorkbook(catalog));
    start = await lastPosition(catalog.db);
  });

  const emit = (...names: string[]) =>
    change(catalog, author, async (c) => {
      await c.audit({ chain: workbookId, action: 'workbook.updated' });
      c.emit(workbookId, 'artifact.deleted', ...names.map((name) => ({ name, artifact_id: 'art_1' })));
    });
  const publish = (most = 100) => catalog.transaction((tx) => publishEvents(tx, most));
  const names = (events: { data: Record<string, unknown> }[]) => events.map(({ data }) => data.name);
  const after = (position: number, limit = 100) => eventsAfter(catalog.db, { position, workbookId, limit });

  test('are read in the order in which they were published, and not before', async () => {
    await emit('a', 'b');
    expect(await after(start)).toEqual([]);
    expect(await hasUnpublishedEvents(catalog.db)).toBe(true);
    expect(names(await publish(1))).toEqual(['a']);
    await emit('c');
    expect(names(await publish())).toEqual(['b', 'c']);
    expect(await hasUnpublishedEvents(catalog.db)).toBe(false);
    expect(await publish()).toEqual([]);
    expect((await after(start)).map(({ position }) => position - start)).toEqual([1, 2, 3]);
    expect(names(await after(start + 1, 1))).toEqual(['b']);
  });

  test('of writers and publishers that run at once get each position once, without gaps', async () => {
    const writers = Array.from({ length: 20 }, (_, i) => emit(`w${i}`));
    const published: string[] = [];
    while (published.length < 20) {
      const batches = await Promise.all([publish(3), publish(3), publish(3)]);
      for (const batch of batches) published.push(...batch.map(({ id }) => id));
    }
    await Promise.all(writers);
    const events = await after(start);
    expect(events.map(({ position }) => position - start)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(new Set(published)).toEqual(new Set(events.map(({ id }) => id)));
    expect(await lastPosition(catalog.db)).toBe(start + 20);
  });

  test('are found by id within their workbook, or as its newest', async () => {
    expect(await findEvent(catalog.db, workbookId)).toBeUndefined();
    await emit('a', 'b');
    const [first, second] = await publish();
    expect(await findEvent(catalog.db, workbookId)).toMatchObject({ id: second?.id, position: start + 2 });
    expect(await findEvent(catalog.db, workbookId, first?.id)).toMatchObject({ position: start + 1 });
    expect(await findEvent(catalog.db, 'wb_other', first?.id)).toBeUndefined();
  });

  test('are deleted from the start of their order, and never before they are published', async () => {
    await emit('a', 'b', 'c');
    const past = '2000-01-01T00:00:00.000Z';
    const [, , third] = await publish();
    const { db } = catalog;
    await db
      .updateTable('outbox')
      .set({ created_at: past })
      .where('position', '=', start + 2)
      .execute();
    await emit('unpublished');
    await deleteEventsBefore(db, past).execute();
    expect(await after(0)).toMatchObject([{ id: third?.id }]);
    await deleteEventsBefore(db, '9999').execute();
    expect(names(await publish())).toEqual(['unpublished']);
  });
});
