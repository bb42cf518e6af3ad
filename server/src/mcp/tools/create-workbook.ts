import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { CreateWorkbookRequest, Workbook } from '@workbook-data-service/contract/workbooks';
import * as workbooks from '../../features/workbooks/workbooks.js';
import { workbookBody } from '../../present/workbooks.js';
import { tool } from '../tool.js';

const { title, description, workspace_id } = CreateWorkbookRequest.properties;

export const createWorkbook = tool({
  name: 'create_workbook',
  description: 'Makes an empty workbook, for `upload`.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({ title, description, workspace_id }),
  notes: { workspace_id: 'Or `personal`' },
  output: Type.Pick(Workbook, ['id', 'title', 'description']),
  run: async ({ service, caller }, { workspace_id: workspaceId, ...input }) => {
    const made = await workbooks.createWorkbook(service, caller, { ...input, workspaceId }, {});
    const { id, title: madeTitle, description: text } = workbookBody(made);
    return { body: { id, title: madeTitle, description: text } };
  },
});
