import { serviceUrl } from '../../app/service.js';

/** Where a saved report is: an Excel file, or one page to look at and print. */
export function renderUrl(workbookId: string, report: string, format: 'xlsx' | 'html'): string {
  return serviceUrl(`/api/v1/workbooks/${workbookId}/sheets/${encodeURIComponent(report)}/render`, {
    format,
  });
}
