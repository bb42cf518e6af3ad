export { cleanName, columnNameFault, cutName, LONGEST_NAME, nameFault } from '../core/names.js';
export { nearestName, nearestNames } from '../core/nearest-name.js';
