import { expect, test } from 'vitest';
import {
  balanceAfter,
  emptyBalance,
  monthlyEntries,
  refundEntry,
  settlementEntries,
  takeCredits,
} from './buckets.js';

const november = { ...emptyBalance, month: '2026-11', granted: 1000, monthly: 400 };

test('the first writer of a month lets what is left expire and grants what the plan includes', () => {
  const entries = monthlyEntries(november, 1000, '2027-02-01T00:00:00.000Z');
  expect(entries).toEqual([
    { kind: 'expiry', subject: '2027-02', bucket: 'monthly', credits: -400 },
    { kind: 'grant', subject: '2027-02', bucket: 'monthly', credits: 1000 },
  ]);
  const february = balanceAfter(november, entries);
  expect(february).toEqual({ ...november, month: '2027-02', monthly: 1000 });
  expect(monthlyEntries(february, 1000, '2027-02-28T23:59:59.999Z')).toEqual([]);
});

test('a writer who began before midnight and comes after another does not begin the old month again', () => {
  expect(monthlyEntries(november, 1000, '2026-10-31T23:59:59.999Z')).toEqual([]);
});

test('a higher plan gets what it includes beyond what the month has had, and each only once', () => {
  const toSolo = monthlyEntries(november, 20_000, '2026-11-15T00:00:00.000Z');
  expect(toSolo).toEqual([
    { kind: 'grant', subject: '2026-11 up to 20000', bucket: 'monthly', credits: 19_000 },
  ]);
  const solo = balanceAfter(november, toSolo);
  expect(solo).toEqual({ ...november, granted: 20_000, monthly: 19_400 });
  for (const lower of [20_000, 1000])
    expect(monthlyEntries(solo, lower, '2026-11-16T00:00:00.000Z')).toEqual([]);
});

test('credits are taken from one bucket after the other, within what may be owed', () => {
  const balance = { ...november, prepaid: 50, overage: -980 };
  expect(takeCredits(balance, 470, 1000)).toEqual({
    taken: [
      { bucket: 'monthly', credits: -400 },
      { bucket: 'prepaid', credits: -50 },
      { bucket: 'overage', credits: -20 },
    ],
    missing: 0,
  });
  expect(takeCredits(balance, 471, 1000).missing).toBe(1);
  // A lower plan lends less than is owed already.
  expect(takeCredits(balance, 451, 500).missing).toBe(1);
});

test('at the end of a month what is owed becomes arrears, which a payment reduces first', () => {
  const owing = { ...november, monthly: 0, overage: -600 };
  const december = balanceAfter(owing, monthlyEntries(owing, 1000, '2026-12-01T00:00:00.000Z'));
  expect(december).toMatchObject({ overage: -600, arrears: -600 });
  const more = { ...december, overage: -700 };
  expect(balanceAfter(more, settlementEntries(more, 600, 'pi_1'))).toMatchObject({
    overage: -100,
    arrears: 0,
    prepaid: 0,
  });
  expect(balanceAfter(more, settlementEntries(more, 900, 'pi_1'))).toMatchObject({
    overage: 0,
    arrears: 0,
    prepaid: 200,
  });
});

test('a refund takes back no more than is left', () => {
  expect(refundEntry({ ...november, prepaid: 70 }, 100, 're_1').credits).toBe(-70);
  expect(refundEntry(november, 100, 're_1').credits).toBe(0);
});
