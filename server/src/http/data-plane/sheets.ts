import { WorkbookParams } from '@workbook-data-service/contract/common';
import { PreviewSheetQuery, SheetPreview } from '@workbook-data-service/contract/sheet-preview';
import {
  DeleteSheetQuery,
  PutSheetRequest,
  RenderSheetQuery,
  Sheet,
  SheetList,
  SheetListQuery,
  SheetParams,
} from '@workbook-data-service/contract/sheets';
import { previewSheet } from '../../features/sheets/preview-sheet.js';
import { putSheet } from '../../features/sheets/put-sheet.js';
import { renderSheet } from '../../features/sheets/render-sheet.js';
import { deleteSheet, getSheet, listSheets } from '../../features/sheets/sheets.js';
import { created, noContent, ok } from '../../present/answer.js';
import { exportMediaTypes } from '../../present/export-media-types.js';
import { renderedSheet, sheetBody, sheetListBody, sheetPreviewBody } from '../../present/sheets.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { sheetPlace } from '../places.js';

const SHEETS = '/api/v1/workbooks/:workbook_id/sheets';

export const sheetEndpoints: Endpoint[] = [
  endpoint({
    id: 'listSheets',
    method: 'GET',
    path: SHEETS,
    summary: 'The sheets of a workbook, oldest first',
    tag: 'Sheets',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: SheetListQuery,
    answers: { 200: SheetList },
    run: ({ service, params, query }) => listSheets(service, params.workbook_id, query),
    present: (page) => ok(sheetListBody(page)),
  }),
  endpoint({
    id: 'getSheet',
    method: 'GET',
    path: `${SHEETS}/:name`,
    summary: 'A sheet: its blocks, and what is wrong with them',
    description:
      'Tables, columns and charts have their current names. `problems` names what is gone; a column that is denied to ' +
      'you is absent from the blocks.',
    tag: 'Sheets',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SheetParams,
    answers: { 200: Sheet },
    run: ({ service, caller, params }) => getSheet(service, caller, sheetPlace(params)),
    present: (sheet) => ok(sheetBody(sheet)),
  }),
  endpoint({
    id: 'putSheet',
    method: 'PUT',
    path: `${SHEETS}/:name`,
    summary: 'Make a sheet, or replace the one with that name',
    description:
      'A sheet is a vertical list of headings, texts, views of tables, spacers and charts. It owns no data: it refers to ' +
      'tables, columns and charts, and follows them when they are renamed. Unknown ones are refused. Answers 201 for a ' +
      'new sheet and 200 for one that was replaced.',
    tag: 'Sheets',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SheetParams,
    body: PutSheetRequest,
    answers: { 201: Sheet, 200: Sheet },
    run: ({ service, caller, commit, params, body }) =>
      putSheet(
        service,
        caller,
        sheetPlace(params),
        { title: body.title ?? null, spec: body.spec, actor: body.actor },
        commit,
      ),
    present: ({ sheet, isReplaced }) => (isReplaced ? ok(sheetBody(sheet)) : created(sheetBody(sheet))),
  }),
  endpoint({
    id: 'previewSheet',
    method: 'POST',
    path: `${SHEETS}/preview`,
    readOnly: true,
    summary: 'What the blocks of a sheet show, before it is made',
    description:
      'Takes what PUT takes, and answers the content of each block as a render would show it, with the first rows of each ' +
      'view. Nothing is stored.',
    tag: 'Sheets',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: PreviewSheetQuery,
    body: PutSheetRequest,
    problems: ['query-timeout', 'query-too-large'],
    answers: { 200: SheetPreview },
    run: ({ service, caller, params, query, body }) =>
      previewSheet(
        service,
        caller,
        params.workbook_id,
        { title: body.title ?? null, spec: body.spec },
        query,
      ),
    present: (preview) => ok(sheetPreviewBody(preview)),
  }),
  endpoint({
    id: 'deleteSheet',
    method: 'DELETE',
    path: `${SHEETS}/:name`,
    summary: 'Delete a sheet, and none of the data that it shows',
    tag: 'Sheets',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SheetParams,
    query: DeleteSheetQuery,
    answers: { 204: null },
    run: ({ service, caller, commit, params, query }) =>
      deleteSheet(service, caller, sheetPlace(params), { actor: query.actor }, commit),
    present: noContent,
  }),
  endpoint({
    id: 'renderSheet',
    method: 'GET',
    path: `${SHEETS}/:name/render`,
    summary: 'A sheet with the current data, as an xlsx file, a page or a PDF',
    description:
      'Masked columns are blank and denied ones absent. In place of what is gone or withheld there is a note. A page ' +
      'shows the first 1,000 rows of a view, an xlsx file as many as a worksheet holds; `X-SVC-Truncated-Cells` counts ' +
      'texts that were cut to the 32,767 characters of a cell, and is absent where there are none.',
    tag: 'Sheets',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    opensByLink: true,
    params: SheetParams,
    query: RenderSheetQuery,
    problems: ['query-timeout', 'query-too-large', 'not-configured', 'print-failed'],
    answerHeaders: ['Content-Disposition', 'X-SVC-Truncated-Cells', 'X-SVC-Warnings'],
    answers: { 200: { mediaTypes: [exportMediaTypes.xlsx, 'text/html', 'application/pdf'] } },
    run: ({ service, caller, params, query }) => renderSheet(service, caller, sheetPlace(params), query),
    present: renderedSheet,
  }),
];
