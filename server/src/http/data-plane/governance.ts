import { ColumnParams } from '@workbook-data-service/contract/columns';
import { TableParams, WorkbookParams } from '@workbook-data-service/contract/common';
import {
  AccessQuery,
  ClassificationList,
  GovernanceListQuery,
  Policy,
  PolicyList,
  PolicyParams,
  RemovedPolicies,
  RemovePolicyQuery,
  SetPolicyRequest,
  TableAccess,
  TagColumnRequest,
  TaggedColumn,
  TagParams,
  UntagQuery,
} from '@workbook-data-service/contract/governance';
import { listClassifications } from '../../features/governance/list-classifications.js';
import { listPolicies } from '../../features/governance/list-policies.js';
import { previewAccess } from '../../features/governance/preview-access.js';
import { removePolicy } from '../../features/governance/remove-policy.js';
import { setPolicy } from '../../features/governance/set-policy.js';
import { tagColumn } from '../../features/governance/tag-column.js';
import { untagColumn } from '../../features/governance/untag-column.js';
import { ok } from '../../present/answer.js';
import { accessBody, classificationBody, ruleBody, taggedColumnBody } from '../../present/governance.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { columnPlace, tablePlace } from '../places.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';
const TABLE = `${WORKBOOK}/{tables,artifacts}/:name`;
const TAGS = `${TABLE}/columns/:column/tags`;

export const governanceEndpoints: Endpoint[] = [
  endpoint({
    id: 'tagColumn',
    method: 'POST',
    path: TAGS,
    summary: 'Put a sensitivity tag on a column; putting it there again changes nothing',
    description: 'Columns that are or will be computed from it inherit the tag.',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'governance:configure' },
    params: ColumnParams,
    body: TagColumnRequest,
    answers: { 200: TaggedColumn },
    run: ({ service, caller, commit, params, body }) =>
      tagColumn(service, caller, columnPlace(params), body, commit),
    present: (tagged) => ok(taggedColumnBody(tagged)),
  }),
  endpoint({
    id: 'untagColumn',
    method: 'DELETE',
    path: `${TAGS}/:tag`,
    summary: 'Remove a tag from a column; its policies stop applying to the column',
    description: 'A tag that the column only inherits is 404: remove it from the column that has it.',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'governance:configure' },
    params: TagParams,
    query: UntagQuery,
    answers: { 200: TaggedColumn },
    run: ({ service, caller, commit, params, query }) =>
      untagColumn(service, caller, columnPlace(params), { tag: params.tag, actor: query.actor }, commit),
    present: (tagged) => ok(taggedColumnBody(tagged)),
  }),
  endpoint({
    id: 'listClassifications',
    method: 'GET',
    path: `${WORKBOOK}/classifications`,
    summary: 'Every tag of every column, inherited ones included',
    description:
      'Columns that are denied to the caller are left out, unless credential and role allow governance:configure.',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: GovernanceListQuery,
    answers: { 200: ClassificationList },
    run: ({ service, caller, params, query }) =>
      listClassifications(service, caller, params.workbook_id, query),
    present: ({ classifications, nextCursor }) =>
      ok({ classifications: classifications.map(classificationBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'listPolicies',
    method: 'GET',
    path: `${WORKBOOK}/policies`,
    summary: 'The rules of the workbook, by tag and role',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: GovernanceListQuery,
    answers: { 200: PolicyList },
    run: ({ service, params, query }) => listPolicies(service, params.workbook_id, query),
    present: ({ policies, nextCursor }) => ok({ policies: policies.map(ruleBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'setPolicy',
    method: 'PUT',
    path: `${WORKBOOK}/policies/:tag`,
    summary: 'Set what a role sees of columns with a tag',
    description:
      '`mask` shows NULL, `deny` no column at all, `allow` exempts the role from the rule of `*`. `influence` says what becomes of derived tables whose rows follow from the columns. A workbook is governed from its first rule on.',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'governance:configure' },
    params: PolicyParams,
    body: SetPolicyRequest,
    answers: { 200: Policy },
    run: ({ service, caller, commit, params, body }) =>
      setPolicy(
        service,
        caller,
        params.workbook_id,
        {
          tag: params.tag,
          role: body.role,
          effect: body.effect,
          influence: body.influence ?? null,
          actor: body.actor,
        },
        commit,
      ),
    present: ({ rule, taggedColumns, opId }) =>
      ok({ ...ruleBody(rule), tagged_columns: taggedColumns, op_id: opId }),
  }),
  endpoint({
    id: 'removePolicy',
    method: 'DELETE',
    path: `${WORKBOOK}/policies/:tag`,
    summary: 'Remove the rule of a role, or every rule of a tag; the tag stays on its columns',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'governance:configure' },
    params: PolicyParams,
    query: RemovePolicyQuery,
    answers: { 200: RemovedPolicies },
    run: ({ service, caller, commit, params, query }) =>
      removePolicy(service, caller, params.workbook_id, { tag: params.tag, ...query }, commit),
    present: ({ tag, removed, opId }) => ok({ tag, removed: removed.map(ruleBody), op_id: opId }),
  }),
  endpoint({
    id: 'previewAccess',
    method: 'GET',
    path: `${TABLE}/access`,
    summary: 'What roles see of a table today, and would see under another rule',
    description:
      'Changes nothing. Columns that are denied to the caller are left out, unless credential and role allow governance:configure.',
    tag: 'Governance',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: TableParams,
    query: AccessQuery,
    answers: { 200: TableAccess },
    run: ({ service, caller, params, query }) =>
      previewAccess(service, caller, tablePlace(params), {
        role: query.role,
        tag: query.tag,
        effect: query.effect,
        influence: query.influence,
        ruleRole: query.rule_role,
      }),
    present: (access) => ok(accessBody(access)),
  }),
];
