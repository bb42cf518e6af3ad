export { cleanName, columnNameFault, cutName, LONGEST_NAME, nameFault } from '../core/names.js';
export { nearestName, nearNames } from '../core/nearest-name.js';
