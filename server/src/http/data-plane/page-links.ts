import { ChartParams } from '@workbook-data-service/contract/charts';
import {
  CreatedPageLink,
  CreatePageLinkRequest,
  PageLinkList,
  PageLinkListQuery,
  PageLinkParams,
  WorkspaceLinkList,
  WorkspaceLinkParams,
  WorkspaceLinksParams,
} from '@workbook-data-service/contract/page-links';
import { SheetParams } from '@workbook-data-service/contract/sheets';
import {
  createPageLink,
  endPageLink,
  endWorkspaceLink,
  listPageLinks,
  listWorkspaceLinks,
} from '../../features/sharing/page-links.js';
import { created, noContent, ok } from '../../present/answer.js';
import { createdPageLinkBody, pageLinkListBody, workspaceLinkListBody } from '../../present/page-links.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { chartPlace, sheetPlace } from '../places.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';
const OF_WORKSPACE = '/api/v1/workspaces/:workspace_id/links';

const description =
  'Anybody who has it sees the page without a credential, and nothing else. It shows what policies allow to the role ' +
  '`public`: a column that a policy governs is left out unless a rule of that role allows it. Refused where the workspace ' +
  'forbids links.';

/** The same for reports and charts. */
const pages = [
  {
    thing: 'Sheet',
    path: `${WORKBOOK}/sheets/:name/links`,
    params: SheetParams,
    placeOf: sheetPlace,
    tag: 'Sheets',
  },
  {
    thing: 'Chart',
    path: `${WORKBOOK}/charts/:name/links`,
    params: ChartParams,
    placeOf: chartPlace,
    tag: 'Charts',
  },
] as const;

const linksOfPages = pages.flatMap(({ thing, path, params: pageParams, placeOf, tag }): Endpoint[] => [
  endpoint({
    id: `create${thing}Link`,
    method: 'POST',
    path,
    summary: `Share a ${thing.toLowerCase()} by a link that people open in a browser`,
    description,
    tag,
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: pageParams,
    body: CreatePageLinkRequest,
    problems: ['conflict'],
    answers: { 201: CreatedPageLink },
    run: ({ service, caller, commit, params, body, origin }) =>
      createPageLink(service, caller, placeOf(params), { ...body, origin }, commit),
    present: (link) => created(createdPageLinkBody(link)),
  }),
  endpoint({
    id: `list${thing}Links`,
    method: 'GET',
    path,
    summary: `The links of a ${thing.toLowerCase()}, oldest first`,
    tag,
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: pageParams,
    query: PageLinkListQuery,
    answers: { 200: PageLinkList },
    run: ({ service, params, query }) => listPageLinks(service, placeOf(params), query),
    present: (page) => ok(pageLinkListBody(page)),
  }),
  endpoint({
    id: `end${thing}Link`,
    method: 'DELETE',
    path: `${path}/:link_id`,
    summary: `End a link of a ${thing.toLowerCase()}, at once and on every node`,
    tag,
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: PageLinkParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      endPageLink(service, caller, { ...placeOf(params), linkId: params.link_id }, commit),
    present: noContent,
  }),
]);

export const pageLinkEndpoints: Endpoint[] = [
  ...linksOfPages,
  endpoint({
    id: 'listWorkspaceLinks',
    method: 'GET',
    path: OF_WORKSPACE,
    summary: 'The links to reports and charts of a workspace, oldest first',
    description: 'All of them for those who govern it; for others those of workbooks that they may enter.',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'workspaces:read' },
    params: WorkspaceLinksParams,
    query: PageLinkListQuery,
    answers: { 200: WorkspaceLinkList },
    run: ({ service, caller, params, query }) =>
      listWorkspaceLinks(service, caller, params.workspace_id, query),
    present: (page) => ok(workspaceLinkListBody(page)),
  }),
  endpoint({
    id: 'endWorkspaceLink',
    method: 'DELETE',
    path: `${OF_WORKSPACE}/:link_id`,
    summary: 'End a link, for those who govern the workspace',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'governance:configure' },
    params: WorkspaceLinkParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) =>
      endWorkspaceLink(service, caller, { workspaceId: params.workspace_id, linkId: params.link_id }, commit),
    present: noContent,
  }),
];
