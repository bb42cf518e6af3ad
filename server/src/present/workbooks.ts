import type { WorkbookRecord } from '../catalog/workbook-records.js';

export function workbookBody(row: WorkbookRecord) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    workspace_id: row.workspace_id,
    owner_id: row.owner_user_id,
    visibility: row.visibility,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
