import { expect, test } from 'vitest';
import { jsonFormFor, metadataFormFor } from './negotiate.js';

/** What Excel and Power BI send. */
const powerQuery =
  'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7';

test('metadata is XML for every client that reads XML', () => {
  expect(metadataFormFor(powerQuery, undefined)).toBe('xml');
  expect(metadataFormFor(undefined, undefined)).toBe('xml');
  expect(metadataFormFor('application/json', undefined)).toBe('json');
  expect(metadataFormFor('application/json', 'xml')).toBe('xml');
  expect(() => metadataFormFor('image/png', undefined)).toThrow('image/png');
});

test('rows are JSON in the form that a client prefers', () => {
  const minimal = { metadata: 'minimal', ieee754: false };
  for (const accept of [undefined, '*/*', powerQuery, 'text/html,application/xhtml+xml,*/*;q=0.8'])
    expect(jsonFormFor(accept, undefined)).toEqual(minimal);
  expect(
    jsonFormFor('application/json;odata.metadata=none;q=0.5,application/json;metadata=full', undefined),
  ).toEqual({
    metadata: 'full',
    ieee754: false,
  });
  expect(jsonFormFor('*/*', 'application/json;IEEE754Compatible=true')).toEqual({
    ...minimal,
    ieee754: true,
  });
  expect(() => jsonFormFor('*/*', 'atom')).toThrow('atom');
  expect(() => jsonFormFor('application/atom+xml', undefined)).toThrow('atom');
});
