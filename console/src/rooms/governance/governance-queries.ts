import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { each } from '@workbook-data-service/client';
import {
  type ClassificationList,
  listClassifications,
  listPolicies,
  previewAccess,
  type Rule,
} from '@workbook-data-service/client/api';
import { membersQuery } from '../../app/people.js';
import { service } from '../../app/service.js';
import { workbookQuery } from '../../app/workbook-queries.js';

export type Classification = ClassificationList['classifications'][number];

export const EVERYBODY = '*';

async function everything<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const classificationsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'classifications'],
    queryFn: ({ signal }): Promise<Classification[]> =>
      everything(each(listClassifications, service, { path: { workbook_id: workbookId }, signal })),
  });

export const rulesQuery = (workbookId: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'policies'],
    queryFn: ({ signal }): Promise<Rule[]> =>
      everything(each(listPolicies, service, { path: { workbook_id: workbookId }, signal })),
  });

export const accessQuery = (workbookId: string, table: string, role: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'access', table, role],
    queryFn: ({ signal }) =>
      previewAccess(service, { path: { workbook_id: workbookId, name: table }, query: { role }, signal }),
  });

/** Tags and rules decide what every other page of the workbook shows. */
export function useReadAgain(workbookId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
}

const BASE_ROLES = ['admin', 'editor', 'viewer'];

/** Roles that somebody has or that a rule is for. */
export function useRoles(workbookId: string): string[] {
  const { data: workbook } = useQuery(workbookQuery(workbookId));
  const { data: members } = useQuery(membersQuery(workbook?.workspace_id));
  const { data: rules } = useQuery(rulesQuery(workbookId));
  const given = members?.users.flatMap(({ custom_roles: roles }) => roles) ?? [];
  const ruled = rules?.map(({ role }) => role).filter((role) => role !== EVERYBODY) ?? [];
  return [...new Set([...BASE_ROLES, ...given, ...ruled])];
}
