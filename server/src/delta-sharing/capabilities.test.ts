import { expect, test } from 'vitest';
import { capabilitiesHeader, capabilitiesOf } from './capabilities.js';

const answered = (header: string | undefined) =>
  capabilitiesHeader(capabilitiesOf(header))['delta-sharing-capabilities'];

test('clients get a format that they name, and are told which', () => {
  expect(answered(undefined)).toBeUndefined();
  expect(answered('readerfeatures=deletionvectors')).toBe('responseformat=parquet');
  expect(answered('responseFormat=Delta;readerfeatures=timestampntz')).toBe('responseformat=delta');
  expect(answered('responseformat=delta,parquet')).toBe('responseformat=parquet');
  expect(answered('responseformat=delta; includeEndStreamAction=true')).toBe(
    'responseformat=delta;includeendstreamaction=true',
  );
  expect(() => capabilitiesOf('responseformat=orc')).toThrow('orc');
});
