import type { ContentBlock } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import { nullable, strictObject, Warnings } from '@workbook-data-service/contract/common';
import { SheetParams } from '@workbook-data-service/contract/sheets';
import * as sheets from '../../features/sheets/render-sheet.js';
import { exportMediaTypes } from '../../present/export-media-types.js';
import { warningTexts } from '../../present/warnings.js';
import { tool } from '../tool.js';

/** About 10,000 tokens. */
const LONGEST_PAGE = 40_000;

export const renderSheet = tool({
  name: 'render_sheet',
  title: 'Show a report sheet',
  description:
    'A report with the current rows, as you may see them: links to it as a page (html) and as an Excel file (xlsx), which open with the token of this connection, and the page itself where it has at most 40,000 characters.',
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: SheetParams.properties.workbook_id,
    sheet: SheetParams.properties.name,
  }),
  output: Type.Object({
    characters: Type.Integer(),
    tables: Type.Array(Type.String()),
    more: nullable(Type.String()),
    warnings: Warnings,
  }),
  run: async ({ service, caller, origin }, { workbook_id, sheet }) => {
    const place = { workbookId: workbook_id, sheet };
    const { html, tables } = await sheets.renderSheetPage(service, caller, place);
    const address = `${origin}/api/v1/workbooks/${workbook_id}/sheets/${encodeURIComponent(sheet)}/render`;
    const fits = html.length <= LONGEST_PAGE;
    return {
      body: {
        characters: html.length,
        tables: [...new Set(tables.map(({ record }) => record.name))],
        more: fits ? null : 'The page is too long to be shown here; open its link, or `query` the tables.',
        ...warningTexts(...tables),
      },
      content: [
        ...(fits ? [page(html, `${address}?format=html`)] : []),
        link(sheet, `${address}?format=html`, 'text/html'),
        link(sheet, `${address}?format=xlsx`, exportMediaTypes.xlsx),
      ],
    };
  },
});

const page = (text: string, uri: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/html', text },
});

const link = (name: string, uri: string, mimeType: string): ContentBlock => ({
  type: 'resource_link',
  name,
  uri,
  mimeType,
});
