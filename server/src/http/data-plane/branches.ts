import {
  BranchList,
  BranchListQuery,
  BranchParams,
  CloseBranchRequest,
  ClosedBranch,
} from '@workbook-data-service/contract/branches';
import { WorkbookParams } from '@workbook-data-service/contract/common';
import { closeBranch, listBranches } from '../../features/branches/branches.js';
import { ok } from '../../present/answer.js';
import { branchListBody, closedBranchBody } from '../../present/branches.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';

export const branchEndpoints: Endpoint[] = [
  endpoint({
    id: 'listBranches',
    method: 'GET',
    path: `${WORKBOOK}/branches`,
    summary: 'Exported files that can come back, newest first',
    description: 'One entry for each table of a file that was exported with `record_branch`.',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: BranchListQuery,
    answers: { 200: BranchList },
    run: ({ service, caller, params, query }) => listBranches(service, caller, params.workbook_id, query),
    present: (page) => ok(branchListBody(page)),
  }),
  endpoint({
    id: 'closeBranch',
    method: 'POST',
    path: `${WORKBOOK}/branches/:branch_id/close`,
    summary: 'Close a branch: its file can no longer be merged',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: BranchParams,
    body: CloseBranchRequest,
    storesData: false,
    answers: { 200: ClosedBranch },
    run: ({ service, caller, commit, params, body }) =>
      closeBranch(
        service,
        caller,
        { workbookId: params.workbook_id, branchId: params.branch_id },
        { actor: body.actor },
        commit,
      ),
    present: (closed) => ok(closedBranchBody(closed)),
  }),
];
