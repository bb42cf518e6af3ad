import { Type } from '@sinclair/typebox';
import { idOf, pageQuery } from '@workbook-data-service/contract/common';
import {
  ConfigureWorkspaceRequest,
  OfAccountListQuery,
  ProvisionWorkspaceRequest,
  Workspace,
  WorkspaceList,
} from '@workbook-data-service/contract/identity';
import { WorkbookList } from '@workbook-data-service/contract/workbooks';
import { listWorkspaces } from '../../features/access/enter-workspace.js';
import { configureWorkspace } from '../../features/accounts/configure-workspace.js';
import { deleteWorkspace } from '../../features/accounts/delete-workspace.js';
import { getWorkspace, provisionWorkspace } from '../../features/accounts/workspaces.js';
import { listWorkbooksOfWorkspace } from '../../features/workbooks/workbooks.js';
import { created, noContent, ok } from '../../present/answer.js';
import { pageOfWorkspaces, workspaceBody, workspaceListBody } from '../../present/identity.js';
import { workbookBody } from '../../present/workbooks.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const WORKSPACE = '/api/control/workspaces/:workspace_id';
const WorkspaceParams = Type.Object({ workspace_id: idOf('a workspace') });

export const workspaceEndpoints: Endpoint[] = [
  endpoint({
    id: 'listAccountWorkspaces',
    method: 'GET',
    path: '/api/control/workspaces',
    summary: 'Workspaces of an account that the caller reaches',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    query: OfAccountListQuery,
    answers: { 200: WorkspaceList },
    run: async ({ service, caller, query }) =>
      pageOfWorkspaces(await listWorkspaces(service, caller, query.account_id), query),
    present: (page) => ok(workspaceListBody(page)),
  }),
  endpoint({
    id: 'provisionWorkspace',
    method: 'POST',
    path: '/api/control/workspaces',
    summary: 'Create a workspace managed through the API',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:create' },
    body: ProvisionWorkspaceRequest,
    answers: { 201: Workspace },
    run: ({ service, caller, commit, body }) =>
      provisionWorkspace(
        service,
        caller,
        {
          name: body.name,
          accountId: body.account_id,
          residency: body.residency,
        },
        commit,
      ),
    present: (workspace) => created(workspaceBody(workspace, false)),
  }),
  endpoint({
    id: 'getWorkspace',
    method: 'GET',
    path: WORKSPACE,
    summary: 'A workspace',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: WorkspaceParams,
    answers: { 200: Workspace },
    run: ({ service, caller, params }) => getWorkspace(service, caller, params.workspace_id),
    present: (workspace) => ok(workspaceBody(workspace, workspace.isDefault)),
  }),
  endpoint({
    id: 'configureWorkspace',
    method: 'PATCH',
    path: WORKSPACE,
    summary: 'Change the name and settings of a workspace',
    description: 'Fields that are absent stay as they are.',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:configure' },
    params: WorkspaceParams,
    body: ConfigureWorkspaceRequest,
    answers: { 200: Workspace },
    run: ({ service, caller, commit, params, body }) =>
      configureWorkspace(
        service,
        caller,
        params.workspace_id,
        {
          name: body.name,
          residency: body.residency,
          requiresSecondFactor: body.second_factor_required,
          allowsLinks: body.links_allowed,
          preprocessRules: body.preprocess_rules,
          readingModel: body.reading_model,
          idpConfig: body.idp_config,
        },
        commit,
      ),
    present: (workspace) => ok(workspaceBody(workspace, workspace.isDefault)),
  }),
  endpoint({
    id: 'deleteWorkspace',
    method: 'DELETE',
    path: WORKSPACE,
    summary: 'Delete an empty workspace; keys and tokens that are pinned to it are revoked',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:delete' },
    params: WorkspaceParams,
    problems: ['personal-workspace', 'workspace-not-empty'],
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      deleteWorkspace(service, caller, params.workspace_id, commit),
    present: noContent,
  }),
  endpoint({
    id: 'listWorkspaceWorkbooks',
    method: 'GET',
    path: `${WORKSPACE}/workbooks`,
    summary: 'Workbooks of a workspace that the caller may enter, newest first',
    tag: 'Workspaces',
    access: { to: 'control-plane', scope: 'workspaces:read' },
    params: WorkspaceParams,
    query: pageQuery(50),
    answers: { 200: WorkbookList },
    run: ({ service, caller, params, query }) =>
      listWorkbooksOfWorkspace(service, caller, params.workspace_id, query),
    present: ({ workbooks, nextCursor }) =>
      ok({ workbooks: workbooks.map(workbookBody), next_cursor: nextCursor }),
  }),
];
