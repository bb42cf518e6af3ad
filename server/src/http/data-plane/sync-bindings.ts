import { TableParams } from '@workbook-data-service/contract/common';
import {
  BindRequest,
  SyncBinding,
  SyncBindingList,
  SyncBindingListQuery,
  SyncBindingParams,
  UnbindQuery,
} from '@workbook-data-service/contract/sync-bindings';
import { bindSheet } from '../../features/bindings/bind-sheet.js';
import { listBindings } from '../../features/bindings/sync-bindings.js';
import { unbindSheet } from '../../features/bindings/unbind-sheet.js';
import { created, noContent, ok } from '../../present/answer.js';
import { bindingBody, bindingListBody } from '../../present/sync-bindings.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { tablePlace } from '../places.js';

const BINDINGS = '/api/v1/workbooks/:workbook_id/{tables,artifacts}/:name/sync-bindings';

export const syncBindingEndpoints: Endpoint[] = [
  endpoint({
    id: 'listSyncBindings',
    method: 'GET',
    path: BINDINGS,
    summary: 'The external sheets that a table is bound to, newest first',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: SyncBindingListQuery,
    answers: { 200: SyncBindingList },
    run: ({ service, caller, params, query }) => listBindings(service, caller, tablePlace(params), query),
    present: (page) => ok(bindingListBody(page)),
  }),
  endpoint({
    id: 'bindSheet',
    method: 'POST',
    path: BINDINGS,
    summary: 'Bind a table to an external sheet',
    description:
      'The binding is stored; nothing is synchronized. A sheet is bound to one table of a workbook; binding it to the ' +
      'same table again replaces the binding and answers 200. `warnings` names the governed columns of the table.',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: TableParams,
    body: BindRequest,
    problems: ['conflict'],
    answers: { 201: SyncBinding, 200: SyncBinding },
    run: ({ service, caller, commit, params, body }) =>
      bindSheet(
        service,
        caller,
        tablePlace(params),
        {
          actor: body.actor,
          externalKind: body.external_kind,
          externalRef: body.external_ref,
          direction: body.direction,
          ownershipMap: body.ownership_map ?? null,
        },
        commit,
      ),
    present: ({ binding, isReplaced }) =>
      isReplaced ? ok(bindingBody(binding)) : created(bindingBody(binding)),
  }),
  endpoint({
    id: 'unbindSheet',
    method: 'DELETE',
    path: `${BINDINGS}/:binding_id`,
    summary: 'Delete the binding to an external sheet',
    tag: 'Tables',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: SyncBindingParams,
    query: UnbindQuery,
    answers: { 204: null },
    run: ({ service, caller, commit, params, query }) =>
      unbindSheet(
        service,
        caller,
        { ...tablePlace(params), bindingId: params.binding_id },
        { actor: query.actor },
        commit,
      ),
    present: noContent,
  }),
];
