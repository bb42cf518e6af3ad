import type { SheetRecord } from '../catalog/sheet-records.js';
import type { Page } from '../core/paging.js';
import type { PreviewPart, SheetPreview } from '../features/sheets/preview-sheet.js';
import type { RenderedSheet } from '../features/sheets/render-sheet.js';
import type { NamedBlock, SheetView } from '../features/sheets/sheet-view.js';
import { bytes } from './answer.js';
import { exportMediaTypes } from './export-media-types.js';
import { attachment } from './pages.js';
import { warningsBody, warningsHeader } from './warnings.js';

export function sheetBody({ blocks, problems, ...sheet }: SheetView) {
  return { ...described(sheet), spec: { blocks: blocks.map(blockBody) }, problems };
}

export function sheetListBody({ items, nextCursor }: Page<SheetRecord>) {
  return {
    sheets: items.map(({ blocks, ...sheet }) => ({ ...described(sheet), blocks: blocks.length })),
    next_cursor: nextCursor,
  };
}

function described({
  id,
  name,
  title,
  created_at,
  created_by,
  updated_at,
}: Omit<SheetRecord, 'blocks' | 'workbook_id'>) {
  return { id, name, title, created_at, created_by, updated_at };
}

/** As a request writes it, so that what was read can be sent back. */
function blockBody(block: NamedBlock) {
  if (block.kind !== 'table_view') return block;
  const { kind, table, title, columns, filter, orderBy, limit, totals, showHeader } = block;
  return {
    kind,
    table,
    title,
    columns,
    ...(filter && { filter }),
    order_by: orderBy,
    limit,
    totals,
    show_header: showHeader,
  };
}

export function sheetPreviewBody({ language, blocks, tables }: SheetPreview) {
  return {
    language,
    blocks: blocks.map((parts) => parts.map(previewPartBody)),
    ...warningsBody(...tables),
  };
}

function previewPartBody(part: PreviewPart) {
  if (part.kind !== 'table') return part;
  const { showHeader, columnCount, rowCount, rows, ...table } = part;
  return {
    ...table,
    show_header: showHeader,
    column_count: columnCount,
    row_count: rowCount,
    rows: rows.map((cells) => cells.map(({ text, style }) => ({ text, ...(style && { style }) }))),
  };
}

export function renderedSheet(rendered: RenderedSheet) {
  const { filename } = rendered;
  if (rendered.format === 'xlsx') {
    const { bytes: file, tables, truncatedCells } = rendered.file;
    return bytes(file, exportMediaTypes.xlsx, {
      'content-disposition': attachment(filename),
      ...(truncatedCells > 0 && { 'x-svc-truncated-cells': String(truncatedCells) }),
      ...warningsHeader(tables),
    });
  }
  if (rendered.format === 'pdf')
    return bytes(rendered.file.bytes, 'application/pdf', {
      'content-disposition': attachment(filename),
      ...warningsHeader(rendered.file.tables),
    });
  return bytes(rendered.page.html, 'text/html; charset=utf-8', {
    'content-security-policy': rendered.page.policy,
    'content-disposition': attachment(filename).replace(/^attachment/, 'inline'),
    ...warningsHeader(rendered.page.tables),
  });
}
