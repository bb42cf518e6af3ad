export { serialOfIso, serialOfTime } from '../formula/serial-dates.js';
export {
  isoDate,
  isoTime,
  isoTimestamp,
  millisOfDays,
  serialOfUnixDays,
  unixDays,
} from '../spreadsheet/serial-dates.js';
