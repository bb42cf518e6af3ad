import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { TableProfile } from '@workbook-data-service/contract/profile';
import { Row } from '@workbook-data-service/contract/tables';
import * as tables from '../../features/tables/profile-table.js';
import { profileBody } from '../../present/profile.js';
import { ColumnsOffset, NextColumnsOffset, pageOfColumns } from '../columns-page.js';
import { tableInput } from '../inputs.js';
import { shortenedCell } from '../shorten.js';
import { tool } from '../tool.js';

const SHOWN_COLUMNS = 25;
const LONGEST_VALUE = 100;

export const profileTable = tool({
  name: 'profile_table',
  description: `Statistics of each column: nulls, distinct values, min, max, mean, quantiles, frequent values.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({ ...tableInput, columns_offset: ColumnsOffset }),
  output: Type.Composite([
    Type.Pick(TableProfile, ['edit_version', 'row_count', 'warnings']),
    Type.Object({ columns: Type.Array(Row), next_columns_offset: NextColumnsOffset }),
  ]),
  run: async ({ service, caller }, { workbook_id, table, columns_offset: from }) => {
    const place = { workbookId: workbook_id, table };
    const part = { from, to: from + SHOWN_COLUMNS };
    const profile = await tables.profileTable(service, caller, place, part);
    const { edit_version, row_count, columns, warnings } = profileBody(profile);
    return {
      body: {
        edit_version,
        row_count,
        columns: columns.map(shortProfile),
        next_columns_offset: pageOfColumns(profile.table.columns, from, SHOWN_COLUMNS).next,
        ...(warnings && { warnings }),
      },
    };
  },
});

type ColumnBody = ReturnType<typeof profileBody>['columns'][number];

/** Without the histogram, which says little more than the quantiles, and without what is empty or false. */
function shortProfile({ histogram: _, top_values, quantiles, min, max, ...figures }: ColumnBody) {
  const value = (cell: unknown) => shortenedCell(cell, LONGEST_VALUE);
  const short = {
    ...figures,
    min: value(min),
    max: value(max),
    quantiles: quantiles?.map((one) => ({ ...one, value: value(one.value) })),
    top_values: top_values?.map((one) => ({ ...one, value: value(one.value) })),
  };
  return Object.fromEntries(Object.entries(short).filter(([, figure]) => !isEmpty(figure)));
}

const isEmpty = (figure: unknown): boolean =>
  figure === undefined ||
  figure === null ||
  figure === false ||
  (Array.isArray(figure) && figure.length === 0);
