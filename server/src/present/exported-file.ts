import type { Exported } from '../features/outputs/export-tables.js';
import { bytes } from './answer.js';
import { exportMediaTypes } from './export-media-types.js';
import type { AnswerHeader } from './header-catalogue.js';
import { attachment } from './pages.js';
import { warningsHeader } from './warnings.js';

/** What an answer with a file tells of it. */
export const exportHeaders = [
  'Content-Disposition',
  'X-SVC-Masked-Columns',
  'X-SVC-Denied-Columns',
  'X-SVC-Withheld-Tables',
  'X-SVC-Preserved-Formulas',
  'X-SVC-Truncated-Cells',
  'X-SVC-Warnings',
] as const satisfies AnswerHeader[];

const columnList = (names: string[]): string => names.map(encodeURIComponent).join(',');

export function exportedFile(exported: Exported, headers: Record<string, string> = {}) {
  return bytes(exported.bytes, exportMediaTypes[exported.extension], {
    'content-disposition': attachment(exported.filename),
    'x-svc-masked-columns': columnList(exported.masked),
    'x-svc-denied-columns': columnList(exported.denied),
    ...(exported.withheld.length > 0 && { 'x-svc-withheld-tables': columnList(exported.withheld) }),
    ...(exported.branchId !== undefined && { 'x-svc-branch-id': exported.branchId }),
    ...warningsHeader(exported.tables),
    ...(exported.formulas !== null && { 'x-svc-preserved-formulas': String(exported.formulas) }),
    ...(exported.truncatedCells > 0 && { 'x-svc-truncated-cells': String(exported.truncatedCells) }),
    ...headers,
  });
}
