import { Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum, Warnings } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { SheetParams } from '@workbook-data-service/contract/sheets';
import { previewStoredSheet } from '../../features/sheets/preview-sheet.js';
import { exportMediaTypes } from '../../present/export-media-types.js';
import { warningTexts } from '../../present/warnings.js';
import { sheetMarkdown } from '../sheet-markdown.js';
import { linkBody, linkInput, linkOutput, linkTo } from '../signed-links.js';
import { tool } from '../tool.js';

/** About 5,000 tokens. */
const LONGEST_TEXT = 20_000;
const SHOWN_ROWS = 50;
const mediaTypes = { html: 'text/html', xlsx: exportMediaTypes.xlsx, pdf: 'application/pdf' } as const;

export const renderSheet = tool({
  name: 'render_sheet',
  description: `Shows a report as Markdown (${SHOWN_ROWS} rows of each table), and whole at \`url\`, for your user.`,
  scope: 'workbooks:read',
  effect: 'reads',
  showsCells: true,
  input: strictObject({
    workbook_id: SheetParams.properties.workbook_id,
    sheet: SheetParams.properties.name,
    format: withDefault(textEnum(['html', 'pdf', 'xlsx'], { description: 'Of the link' }), 'html'),
    ...linkInput,
  }),
  notes: { format: '' },
  output: Type.Object({
    ...linkOutput,
    markdown: Type.String(),
    tables: Type.Array(Type.String()),
    more: nullable(Type.String()),
    warnings: Warnings,
  }),
  run: async (context, { workbook_id, sheet, format, link_hours: hours }) => {
    const { service, caller } = context;
    const place = { workbookId: workbook_id, sheet };
    const { title, blocks, tables } = await previewStoredSheet(service, caller, place, { limit: SHOWN_ROWS });
    const markdown = sheetMarkdown(title, blocks);
    const link = await linkBody(context, {
      operation: 'renderSheet',
      workbookId: workbook_id,
      name: sheet,
      query: { format },
      hours,
    });
    return {
      body: {
        ...link,
        markdown: markdown.slice(0, LONGEST_TEXT),
        tables: tables.map(({ record }) => record.name),
        more:
          markdown.length > LONGEST_TEXT
            ? 'The report is too long to be shown here; `query` its tables.'
            : null,
        ...warningTexts(...tables),
      },
      content: [linkTo(link.url, sheet, mediaTypes[format])],
    };
  },
});
