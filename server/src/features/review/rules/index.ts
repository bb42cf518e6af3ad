import type { ReviewRule } from '../review-rule.js';
import { constantColumns, emptyColumns } from './constant-columns.js';
import { duplicateKey } from './duplicate-key.js';

/** In the order in which findings are listed. */
export const reviewRules: readonly ReviewRule[] = [duplicateKey, emptyColumns, constantColumns];
