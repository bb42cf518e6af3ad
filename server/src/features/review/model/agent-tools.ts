import { type Static, type TObject, Type } from '@sinclair/typebox';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { isReadable, type ReadableTable, type Viewer } from '../../../workbook/governance/governed-tables.js';
import { firstRows } from '../../../workbook/reading/execute-query.js';
import { profileColumns } from '../../../workbook/reading/profile-columns.js';
import { readStatement } from '../../../workbook/reading/read-statement.js';
import type { Service } from '../../service.js';
import { shownRow } from '../finding.js';
import type { Finding } from '../review-rule.js';
import type { SessionTool } from './model-session.js';

const MAX_ROWS = 50;
const MAX_TABLES = 100;
const MAX_COLUMNS = 30;
const COLUMNS_IN_LIST = 60;
const COLUMNS_OF_TABLE = 300;
const MAX_FINDINGS = 50;
const TOP_VALUES = 5;
const QUERY_MS = 10_000;

export interface AgentPlace {
  service: Service;
  viewer: Viewer;
  workbookId: string;
  /** What the rules found. */
  findings: readonly Finding[];
}

const table = Type.String({ description: 'The name of a table', maxLength: 255 });
const columns = Type.Optional(
  Type.Array(Type.String({ maxLength: 255 }), {
    maxItems: MAX_COLUMNS,
    description: `Names of columns; without them the first ${MAX_COLUMNS}`,
  }),
);

/** What the model may do: read this workbook, as the user who asked for the review sees it. */
export function agentTools(place: AgentPlace): SessionTool[] {
  return [schema(place), profile(place), sample(place), query(place), lint(place)];
}

function tool<Input extends TObject>(
  definition: Omit<SessionTool, 'input' | 'run'> & {
    input: Input;
    run(input: Static<Input>): Promise<unknown>;
  },
): SessionTool {
  return definition;
}

function schema({ service, viewer, workbookId }: AgentPlace): SessionTool {
  return tool({
    name: 'schema',
    description: 'Lists the tables with their columns and types, or all columns of one table.',
    input: Type.Object({ table: Type.Optional(table) }),
    async run(input) {
      const reader = service.data.as(viewer);
      if (input.table !== undefined)
        return described(await reader.table(workbookId, input.table), COLUMNS_OF_TABLE);
      const tables = (await reader.tables(workbookId, 'active')).filter(isReadable);
      return {
        tables: tables.slice(0, MAX_TABLES).map((one) => described(one, COLUMNS_IN_LIST)),
        further_tables: tables.slice(MAX_TABLES).length,
      };
    },
  });
}

function described({ record, rowCount, columns: all }: ReadableTable, most: number) {
  return {
    table: record.name,
    rows: rowCount,
    columns: all.slice(0, most).map(({ name, type }) => ({ name, type })),
    further_columns: all.slice(most).length,
  };
}

function profile({ service, viewer, workbookId }: AgentPlace): SessionTool {
  return tool({
    name: 'profile',
    description: 'Counts, extremes, quantiles and most frequent values of columns of a table.',
    input: Type.Object({ table, columns }),
    async run(input) {
      const found = await service.data.as(viewer).table(workbookId, input.table);
      const profiles = await profileColumns(service.data, {
        ...found,
        columns: chosen(found, input.columns),
      });
      return profiles.map(({ column, figures }) => ({
        column: column.name,
        type: column.type,
        nulls: figures?.nulls,
        distinct: figures?.distinct,
        min: figures?.min,
        max: figures?.max,
        mean: figures?.mean,
        quantiles: figures?.quantiles,
        top_values: figures?.topValues.slice(0, TOP_VALUES).map(shownRow),
      }));
    },
  });
}

function sample({ service, viewer, workbookId }: AgentPlace): SessionTool {
  return tool({
    name: 'sample',
    description: `Rows from all over a table, at most ${MAX_ROWS}. ${ROW_ID} is the id of a row.`,
    input: Type.Object({
      table,
      columns,
      rows: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS })),
    }),
    async run(input) {
      const found = await service.data.as(viewer).table(workbookId, input.table);
      const names = [ROW_ID, ...chosen(found, input.columns).map(({ name }) => name)].map(identifier);
      const [from, id] = [identifier(found.record.name), identifier(ROW_ID)];
      const sql = `select ${names.join(', ')} from ${from} order by hash(${id}), ${id}`;
      const limit = input.rows ?? MAX_ROWS;
      return (await readStatement(service.data, [found], { sql, limit, deadlineMs: QUERY_MS })).map(shownRow);
    },
  });
}

function chosen({ columns: all }: ReadableTable, names: readonly string[] | undefined) {
  const wanted = names && all.filter(({ name }) => names.includes(name));
  return (wanted?.length ? wanted : all).slice(0, MAX_COLUMNS);
}

function query({ service, viewer, workbookId }: AgentPlace): SessionTool {
  return tool({
    name: 'query',
    description:
      `Runs one SELECT in the SQL of DuckDB over the tables, and returns the first ${MAX_ROWS} rows. Quote names ` +
      `with double quotes. Every table has the column ${ROW_ID}, the id of a row.`,
    input: Type.Object({ sql: Type.String({ minLength: 1, maxLength: 5_000 }) }),
    async run({ sql }) {
      const request = { workbookId, sql, limit: MAX_ROWS, deadlineMs: QUERY_MS };
      const { rows, hasMore } = await firstRows(service.data.as(viewer), request);
      return { rows: rows.map(shownRow), has_more: hasMore };
    },
  });
}

function lint({ findings }: AgentPlace): SessionTool {
  return tool({
    name: 'lint',
    description: 'What the automatic rules found. It is reported in any case.',
    input: Type.Object({ table: Type.Optional(table) }),
    async run(input) {
      const named = findings.filter((finding) => input.table === undefined || finding.table === input.table);
      return {
        findings: named
          .slice(0, MAX_FINDINGS)
          .map(({ rule, severity, table: of, column, rowCount, message }) => ({
            rule,
            severity,
            table: of,
            column,
            rows: rowCount,
            message,
          })),
        further_findings: named.slice(MAX_FINDINGS).length,
      };
    },
  });
}
