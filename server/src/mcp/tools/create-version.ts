import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import { CreateVersionRequest, Version } from '@workbook-data-service/contract/history';
import * as history from '../../features/history/versions.js';
import { versionBody } from '../../present/history.js';
import { tool } from '../tool.js';

const { label, summary } = CreateVersionRequest.properties;

export const createVersion = tool({
  name: 'create_version',
  description: 'Pins the state of all tables under a label, such as "2024-06 closed".',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({ workbook_id: WorkbookId, label, summary }),
  notes: { label: '' },
  output: Version,
  run: async ({ service, caller }, { workbook_id, ...input }) => ({
    body: versionBody(await history.createVersion(service, caller, workbook_id, input, {})),
  }),
});
