import type { WorkbookEvent } from '@workbook-data-service/client/api';
import { expect, test } from 'vitest';
import { isConcerned } from './concerned-queries.js';

const event = (kind: WorkbookEvent['kind'], data: object) => ({ kind, data }) as WorkbookEvent;
const updated = event('artifact.updated', { name: 'Orders', artifact_id: 't1', edit_version: 2, op_id: 7 });
const nobody = { tableIdOf: () => undefined, isOwnOp: () => false };
const key = (...parts: string[]) => ['workbook', 'wb_1', ...parts];

test('a changed table is read again, with everything that may show it, and no other table', () => {
  expect(isConcerned(updated, key('rows', 'Orders'), nobody)).toBe(true);
  expect(isConcerned(updated, key('table', 'Orders', 'annotations'), nobody)).toBe(true);
  for (const kind of ['tables', 'conflicts', 'ops', 'lineage', 'a kind of a new page'])
    expect(isConcerned(updated, key(kind), nobody)).toBe(true);
  expect(isConcerned(updated, key('rows', 'Customers'), nobody)).toBe(false);
  expect(isConcerned(updated, key('self'), nobody)).toBe(false);
});

test('a renamed table is known by its id', () => {
  const idOf = { ...nobody, tableIdOf: (name: string) => (name === 'Old orders' ? 't1' : 't2') };
  expect(isConcerned(updated, key('rows', 'Old orders'), idOf)).toBe(true);
  expect(isConcerned(updated, key('rows', 'Customers'), idOf)).toBe(false);
});

test('a change of this page is not read twice, except where others are shown with it', () => {
  const own = { ...nobody, isOwnOp: (opId: number) => opId === 7 };
  expect(isConcerned(updated, key('rows', 'Orders'), own)).toBe(false);
  expect(isConcerned(updated, key('ops'), own)).toBe(true);
});

test('other events concern the lists of their things, and a deleted table everything', () => {
  expect(isConcerned(event('conflict.created', {}), key('conflicts', 'open'), nobody)).toBe(true);
  expect(isConcerned(event('conflict.created', {}), key('rows', 'Orders'), nobody)).toBe(false);
  expect(isConcerned(event('job.completed', {}), key('running-jobs'), nobody)).toBe(true);
  expect(isConcerned(event('job.completed', {}), key('rows', 'Orders'), nobody)).toBe(false);
  expect(isConcerned(event('artifact.deleted', {}), key('rows', 'Orders'), nobody)).toBe(true);
});
