import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMayWriteIn } from '../use-rights.js';
import { workbookQuery } from '../workbook-queries.js';
import { uploadFiles } from './upload-store.js';
import { uploadToNewWorkbook } from './upload-to-new-workbook.js';

/** Uploads files into the workbook that is open, else into a new one, which is opened then. */
export function useUploadHere() {
  const navigate = useNavigate();
  const { workbookId } = useParams({ strict: false });
  const { workspace } = useSearch({ strict: false });
  const { data: workbook } = useQuery({
    ...workbookQuery(workbookId ?? ''),
    enabled: workbookId !== undefined,
  });
  const mayUpload = useMayWriteIn(workbookId ? workbook?.workspace_id : workspace);
  const toNewWorkbook = useMutation({
    mutationFn: (files: readonly File[]) => uploadToNewWorkbook(files, workspace),
    onSuccess: ({ id }) =>
      navigate({ to: '/workbooks/$workbookId', params: { workbookId: id }, search: { arriving: true } }),
  });
  return {
    workbookId,
    title: workbook?.title,
    mayUpload,
    error: toNewWorkbook.error,
    upload: (files: readonly File[]): void => {
      if (files.length === 0 || !mayUpload) return;
      if (workbookId) uploadFiles(workbookId, files);
      else toNewWorkbook.mutate(files);
    },
  };
}
