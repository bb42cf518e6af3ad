export {
  DAYS_TO_1904,
  type DateSystem,
  isoDate,
  isoTime,
  isoTimestamp,
  millisOfDays,
  serialOfUnixDays,
  unixDays,
} from '../core/date-serials.js';
export { serialOfIso, serialOfTime } from '../formula/civil-days.js';
