import { Type } from '@sinclair/typebox';
import { LONGEST_URL, Name, strictObject, textEnum } from './common.js';
import { withDefault } from './defaults.js';
import { signedBy } from './signed-links.js';

export const ExportRequest = strictObject({
  tables: Type.Optional(
    Type.Array(Name, {
      minItems: 1,
      maxItems: 1000,
      description: 'Names; every active table where absent',
    }),
  ),
  format: withDefault(
    textEnum(['xlsx', 'csv'], {
      description: 'One xlsx file with a sheet for each table, or csv: a file, or a zip archive of several',
    }),
    'xlsx',
  ),
  formula_mode: withDefault(
    textEnum(['values', 'preserve'], {
      description:
        '`values`: a new file with values alone. `preserve`, for xlsx: tables that came from one uploaded xlsx or xlsm file are written into that file, whose formulas, charts and other sheets stay; tables that came from none, and those of a branch, become a new file with formula columns as formulas. Not for governed workbooks.',
    }),
    'values',
  ),
  csv_bom: withDefault(
    Type.Boolean({
      description: 'Begin csv files with a byte order mark, by which Excel knows that they are UTF-8',
    }),
    false,
  ),
  csv_guard_formulas: withDefault(
    Type.Boolean({
      description:
        'Put an apostrophe before texts and column names in csv files that begin with =, +, -, @ (full-width ones too), a tab or a line break, perhaps after apostrophes, so that spreadsheet programs do not run them as formulas. Numbers are not touched.',
    }),
    true,
  ),
  include_row_ids: withDefault(
    Type.Boolean({
      description: 'Ignored where formula_mode is `preserve`, which writes none but for a branch',
    }),
    true,
  ),
  record_branch: withDefault(
    Type.Boolean({
      description:
        'Remember the versions that the file shows, so that it can be edited and merged when it returns: POST …/sync, or POST …/tables/{name}/merge with the `branch_id` of `X-SVC-Branch-Id`. Only for base tables, with row ids; with formula_mode `preserve`, formula columns are formulas in it, which are not merged; needs the scope workbooks:write.',
    }),
    false,
  ),
});

/** What a link to an export says; everything else is as by default. */
export const ExportLinkQuery = Type.Object({
  tables: Type.Optional(
    Type.String({
      maxLength: LONGEST_URL,
      description: 'Names separated by commas or as a JSON array; every active table where absent',
    }),
  ),
  format: ExportRequest.properties.format,
  record_branch: ExportRequest.properties.record_branch,
  ...signedBy,
});
