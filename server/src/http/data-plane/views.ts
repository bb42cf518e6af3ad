import { TableParams } from '@workbook-data-service/contract/common';
import {
  CreateViewRequest,
  UpdateViewRequest,
  View,
  ViewList,
  ViewListQuery,
  ViewParams,
} from '@workbook-data-service/contract/views';
import { createView, deleteView, updateView } from '../../features/views/change-view.js';
import { getView, listViews } from '../../features/views/views.js';
import { created, noContent, ok } from '../../present/answer.js';
import { viewBody } from '../../present/views.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { tablePlace, viewPlace } from '../places.js';

const VIEWS = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name/views';

export const viewEndpoints: Endpoint[] = [
  endpoint({
    id: 'listViews',
    method: 'GET',
    path: VIEWS,
    summary: 'Views of a table: your own, and those that others share',
    description:
      'A view never shows more than its reader may see: columns that they may not know of are absent, and a filter ' +
      'by one is withheld.',
    tag: 'Views',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: ViewListQuery,
    answers: { 200: ViewList },
    run: ({ service, caller, params, query }) => listViews(service, caller, tablePlace(params), query),
    present: ({ items, nextCursor }) => ok({ views: items.map(viewBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'getView',
    method: 'GET',
    path: `${VIEWS}/:view`,
    summary: 'A view',
    tag: 'Views',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: ViewParams,
    answers: { 200: View },
    run: ({ service, caller, params }) => getView(service, caller, viewPlace(params)),
    present: (view) => ok(viewBody(view)),
  }),
  endpoint({
    id: 'createView',
    method: 'POST',
    path: VIEWS,
    summary: 'Save a view: filter, order, columns and groups under a name',
    tag: 'Views',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    body: CreateViewRequest,
    problems: ['name-taken'],
    answers: { 201: View },
    run: ({ service, caller, commit, params, body }) =>
      createView(service, caller, tablePlace(params), body, commit),
    present: (view) => created(viewBody(view)),
  }),
  endpoint({
    id: 'updateView',
    method: 'PATCH',
    path: `${VIEWS}/:view`,
    summary: 'Change a view; what is left out stays',
    description: 'Everybody who may write changes a shared view; its owner alone says whether it is shared.',
    tag: 'Views',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ViewParams,
    body: UpdateViewRequest,
    problems: ['name-taken'],
    answers: { 200: View },
    run: ({ service, caller, commit, params, body }) =>
      updateView(service, caller, viewPlace(params), body, commit),
    present: (view) => ok(viewBody(view)),
  }),
  endpoint({
    id: 'deleteView',
    method: 'DELETE',
    path: `${VIEWS}/:view`,
    summary: 'Delete a view, and none of the rows that it shows',
    tag: 'Views',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: ViewParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => deleteView(service, caller, viewPlace(params), commit),
    present: noContent,
  }),
];
