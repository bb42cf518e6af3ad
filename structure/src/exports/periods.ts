export { type Period, readPeriod } from '../values/periods.js';
