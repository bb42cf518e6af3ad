import { createWorkbook, type Workbook } from '@workbook-data-service/client/api';
import { queryClient } from '../query-client.js';
import { service } from '../service.js';
import { uploadFiles } from './upload-store.js';

/** A workbook for files that were dropped outside of one, called like the first of them. */
export async function uploadToNewWorkbook(
  files: readonly File[],
  workspaceId: string | undefined,
): Promise<Workbook> {
  const title = (files[0]?.name ?? '').replace(/\.[^.]*$/, '') || 'Workbook';
  const workbook = await createWorkbook(service, {
    body: { title, ...(workspaceId && { workspace_id: workspaceId }) },
  });
  void queryClient.invalidateQueries({ queryKey: ['workbooks'] });
  uploadFiles(workbook.id, files);
  return workbook;
}
