import type { CheckedFilter } from '../../core/row-filter.js';
import type { OrderTerm } from '../../core/row-order.js';
import type { GovernedColumn, ReadableTable } from '../governance/governed-tables.js';
import type { RowsRequest } from './page-of-rows.js';
import type { PageBody, PageCut } from './take-page.js';

/** A page that a reader may have; nothing of it is left to check. */
export interface PageWanted {
  table: ReadableTable;
  /** Those that it shows. */
  columns: GovernedColumn[];
  filter: CheckedFilter | undefined;
  terms: OrderTerm[];
  /** The values of the terms in the row after which it begins. */
  position: (string | null)[] | undefined;
  maxBytes: number;
  request: RowsRequest;
}

export interface PageFound {
  page: PageBody;
  rowIds: number[];
  /** Why the page ends early, if it does. */
  cutBy: PageCut | undefined;
  /** The position of the last row, if others follow it. */
  next: (string | null)[] | undefined;
  /** How many rows meet the filter. */
  total: number;
}
