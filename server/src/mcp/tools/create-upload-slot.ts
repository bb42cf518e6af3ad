import { Type } from '@sinclair/typebox';
import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { structuringByDefault } from '@workbook-data-service/contract/sources';
import { UploadSlotRequest } from '@workbook-data-service/contract/uploads';
import * as uploads from '../../features/uploads/create-upload-slot.js';
import { slotBody } from '../../present/uploads.js';
import { tool } from '../tool.js';

export const createUploadSlot = tool({
  name: 'create_upload_slot',
  description:
    'An `upload_url` that takes a file by PUT for 15 minutes, without a token: `curl -T sales.xlsx "<upload_url>"`. Tools then take its `upload_id`.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({ workbook_id: WorkbookId, filename: UploadSlotRequest.properties.filename }),
  notes: { filename: '' },
  output: Type.Object({ upload_id: Type.String(), upload_url: Type.String(), expires_at: Type.String() }),
  run: async ({ service, caller, origin }, { workbook_id, filename }) => {
    const request = {
      workbookId: workbook_id,
      filename,
      mode: 'auto',
      structuring: structuringByDefault,
    } as const;
    const made = slotBody(await uploads.createUploadSlot(service, caller, { ...request, origin }, {}));
    return {
      body: { upload_id: made.id, upload_url: made.upload_url ?? '', expires_at: made.expires_at },
    };
  },
});
