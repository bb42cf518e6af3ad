import type { DateSystem } from './grid.js';

/** Days from the first day of the 1900 system to that of the 1904 system. */
export const DAYS_TO_1904 = 1462;
const END_OF_9999 = 2_958_466;

/** Whether a number can be a date: from day 0 to the end of 9999. Others are numbers, whatever their format. */
export function isDateSerial(serial: number, system: DateSystem): boolean {
  const serial1900 = system === '1904' ? serial + DAYS_TO_1904 : serial;
  return serial1900 >= 0 && serial1900 < END_OF_9999;
}
