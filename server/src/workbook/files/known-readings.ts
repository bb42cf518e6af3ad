// What files are read by, for those who know what a workspace remembers and wants.
export type { ReadingInputs } from '../../file-workers/known-readings.js';
export { meaningsOfRules } from '../../file-workers/meanings-of-rules.js';
export { type Packed, packReadings } from '../../file-workers/pack-readings.js';
