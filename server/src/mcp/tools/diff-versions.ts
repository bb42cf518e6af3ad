import { Type } from '@sinclair/typebox';
import { nullable, strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { DiffQuery, TableDiff, VersionParams } from '@workbook-data-service/contract/history';
import { Row } from '@workbook-data-service/contract/tables';
import * as history from '../../features/history/diff-versions.js';
import { versionDiffBody } from '../../present/history.js';
import { shortenedCell } from '../shorten.js';
import { tool } from '../tool.js';

const SHOWN_TABLES = 50;
const SHOWN_CELLS = 100;
const SHOWN_NAMES = 20;

export const diffVersions = tool({
  name: 'diff_versions',
  description: `What changed from a pinned state (label or id) to another, or now: tables, columns, row counts, and ${SHOWN_CELLS} cells.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: WorkbookId,
    from: VersionParams.properties.label,
    against: DiffQuery.properties.against,
  }),
  notes: { from: '', against: '' },
  output: Type.Object({
    tables: Type.Array(
      Type.Composite([
        Type.Pick(TableDiff, ['name', 'renamed_from', 'status', 'rows']),
        Type.Object({ columns: Row, cells: Type.Array(Row) }),
      ]),
    ),
    unchanged_tables: Type.Integer(),
    more: nullable(Type.String()),
  }),
  run: async ({ service, caller }, { workbook_id, ...versions }) => {
    const difference = versionDiffBody(await history.diffVersions(service, caller, workbook_id, versions));
    const changed = difference.tables.filter(({ status }) => status !== 'unchanged');
    let room = SHOWN_CELLS;
    let isCut = difference.truncated || changed.length > SHOWN_TABLES;
    const tables = changed.slice(0, SHOWN_TABLES).map((table) => {
      const cells = table.cells.slice(0, room);
      room -= cells.length;
      isCut ||= cells.length < table.cells.length || hasManyColumns(table);
      return shortDiff(table, cells);
    });
    return {
      body: {
        tables,
        unchanged_tables: difference.tables.length - changed.length,
        more: isCut ? moreOf(workbook_id, versions.from) : null,
      },
    };
  },
});

type TableBody = ReturnType<typeof versionDiffBody>['tables'][number];

function shortDiff({ name, renamed_from, status, rows, columns }: TableBody, cells: TableBody['cells']) {
  const lists = Object.entries(columns).filter(([, list]) => list.length > 0);
  return {
    name,
    renamed_from,
    status,
    rows,
    columns: Object.fromEntries(lists.map(([kind, list]) => [kind, list.slice(0, SHOWN_NAMES)])),
    cells: cells.map((cell) => ({ ...cell, old: shortenedCell(cell.old), new: shortenedCell(cell.new) })),
  };
}

const hasManyColumns = ({ columns }: TableBody): boolean =>
  Object.values(columns).some((list) => list.length > SHOWN_NAMES);

const moreOf = (workbookId: string, from: string): string =>
  `Not all of it is shown. Read both states with \`query\` and \`as_of\`, or up to 10,000 cells: GET /api/v1/workbooks/${workbookId}/versions/${encodeURIComponent(from)}/diff.`;
