export { namesResult, namesStatistic } from '../total-vocabulary.js';
export { readNumber } from '../values/read-number.js';
export { type Notation, notationOf, readTextAs } from '../values/read-text-as.js';
