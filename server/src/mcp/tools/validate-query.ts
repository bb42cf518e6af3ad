import { Type } from '@sinclair/typebox';
import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { QueryRequest, ValidateAnswer } from '@workbook-data-service/contract/query';
import * as query from '../../features/query/validate-query.js';
import { validationBody } from '../../present/query.js';
import { tool } from '../tool.js';
import { toolEdge } from '../tool-edge.js';

const SHOWN_COLUMNS = 200;

const { sql, params } = QueryRequest.properties;

export const validateQuery = tool({
  name: 'validate_query',
  description: `Checks a \`query\` without running it: its columns and tables, or what is wrong and where.`,
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({ workbook_id: WorkbookId, sql, params }),
  notes: { sql: '', params: '' },
  output: Type.Composite([
    Type.Pick(ValidateAnswer, ['valid', 'errors', 'columns', 'tables']),
    Type.Object({ column_count: Type.Integer() }),
  ]),
  run: async ({ service, caller }, input) => {
    const { workbook_id: workbookId, ...statement } = input;
    const { valid, errors, columns, tables } = validationBody(
      await query.validateQuery(service, caller, { workbookId, ...statement }),
      toolEdge,
    );
    const shown = columns.slice(0, SHOWN_COLUMNS);
    return {
      body: { valid, errors, columns: shown, tables, column_count: columns.length },
    };
  },
});
