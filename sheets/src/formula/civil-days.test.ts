import { describe, expect, test } from 'vitest';
import {
  civilOf,
  isoDay,
  isoTime,
  MAX_SERIAL,
  MIN_SERIAL,
  serialOf,
  serialOfIso,
  splitMoment,
} from './civil-days.js';
import { serialOfText } from './parse-date-text.js';

test.each([
  ['1900-03-01', 61],
  ['1970-01-01', 25569],
  ['2000-02-29', 36585],
  ['2024-01-31', 45322],
  ['9999-12-31', MAX_SERIAL],
  ['0001-01-01', MIN_SERIAL],
])('%s is day %i', (iso, serial) => {
  expect(serialOfIso(iso)).toBe(serial);
  expect(isoDay(serial)).toBe(iso);
});

test('every day of the calendar agrees with Date', () => {
  for (let serial = MIN_SERIAL; serial <= MAX_SERIAL; serial += 97) {
    const date = new Date((serial - 25569) * 86_400_000);
    const { year, month, day } = civilOf(serial);
    expect([year, month, day]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
    expect(serialOf(year, month, day)).toBe(serial);
  }
});

test.each(['2024-01-31T18:30:15.25', '1900-01-01T00:00:00', '1776-07-04T23:59:59.999'])(
  '%s comes back',
  (iso) => {
    const { day, millis } = splitMoment(serialOfIso(iso));
    expect(`${isoDay(day)}T${isoTime(millis)}`).toBe(iso);
  },
);

describe('text that is a date or a time', () => {
  test.each([
    ['2024-01-31', 45322],
    [' 1/31/2024 ', 45322],
    ['31-Jan-24', 45322],
    ['31 January 2024', 45322],
    ['January 31, 2024', 45322],
    ['Jan 2024', 45292],
    ['2024-01-31 12:00', 45322.5],
    ['1/31/2024 6:00 PM', 45322.75],
    ['06:00', 0.25],
    ['36:00', 1.5],
    ['12:00 am', 0],
  ])('%s', (text, serial) => expect(serialOfText(text)).toBe(serial));

  test.each([
    '',
    'abc',
    '31/1/2024',
    '2024-13-01',
    '2023-02-29',
    '31 Jan',
    '25:61',
    '13:00 PM',
    'Sept1',
    `${'1'.repeat(50)}`,
  ])('%s is none', (text) => expect(serialOfText(text)).toBeUndefined());
});
