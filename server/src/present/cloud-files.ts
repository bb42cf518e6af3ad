import type { CloudFile } from '../features/drives/list-cloud-files.js';

export function cloudFileBody({ id, name, isFolder, mimeType, size, modified, modifiedBy }: CloudFile) {
  return { id, name, isFolder, mime_type: mimeType, size, modified, modified_by: modifiedBy };
}
