import { accountTree } from './families/account-tree.mjs';
import { categoryReport } from './families/category-report.mjs';
import { deepHeaders } from './families/deep-headers.mjs';
import { fieldsAbove } from './families/fields-above.mjs';
import { forms } from './families/forms.mjs';
import { framed } from './families/framed.mjs';
import { groupedReport } from './families/grouped-report.mjs';
import { groups } from './families/groups.mjs';
import { listWithTotal } from './families/list-with-total.mjs';
import { mustStay } from './families/must-stay.mjs';
import { oddHeaders } from './families/odd-headers.mjs';
import { oddRows } from './families/odd-rows.mjs';
import { periodMeasures } from './families/period-measures.mjs';
import { periods } from './families/periods.mjs';
import { plainList } from './families/plain-list.mjs';
import { profitReport } from './families/profit-report.mjs';
import { spacedTable } from './families/spaced-table.mjs';
import { tablesBelow } from './families/tables-below.mjs';
import { tablesBeside } from './families/tables-beside.mjs';
import { textLists } from './families/text-lists.mjs';
import { thingsAround } from './families/things-around.mjs';
import { tinyLists } from './families/tiny-lists.mjs';
import { uncomputedFormulas } from './families/uncomputed-formulas.mjs';
import { valueNotations } from './families/value-notations.mjs';

/**
 * Each draws a sheet and returns `{styles, tables, or?, titles?, notes?}`: how it is drawn, and its truth.
 * `formats` limits what files a family is drawn for.
 */
export const families = {
  'plain-list': plainList,
  'tiny-lists': tinyLists,
  'list-with-total': listWithTotal,
  'value-notations': valueNotations,
  'odd-rows': oddRows,
  'uncomputed-formulas': uncomputedFormulas,
  'must-stay': mustStay,
  'things-around': thingsAround,
  'spaced-table': spacedTable,
  'deep-headers': deepHeaders,
  'odd-headers': oddHeaders,
  'text-lists': textLists,
  'fields-above': fieldsAbove,
  'tables-below': tablesBelow,
  'tables-beside': tablesBeside,
  groups,
  periods,
  'period-measures': periodMeasures,
  'grouped-report': groupedReport,
  'account-tree': accountTree,
  'profit-report': profitReport,
  'category-report': categoryReport,
  forms,
  framed,
};
