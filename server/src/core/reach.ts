/** What a credential can touch within its account. Scopes say what it may do there. */
export type Reach =
  | { kind: 'account' }
  | { kind: 'workspace'; workspaceId: string }
  | { kind: 'workbook'; workbookId: string };

interface WorkbookPlace {
  workbookId: string;
  workspaceId: string;
  accountId: string;
}

export function parseReach(resource: string): Reach | undefined {
  if (resource === 'account') return { kind: 'account' };
  const match = /^(workspace|workbook):((?:ws|wb)_[0-9a-f]+)$/.exec(resource);
  if (match?.[1] === 'workspace' && match[2]?.startsWith('ws_'))
    return { kind: 'workspace', workspaceId: match[2] };
  if (match?.[1] === 'workbook' && match[2]?.startsWith('wb_'))
    return { kind: 'workbook', workbookId: match[2] };
  return undefined;
}

export function formatReach(reach: Reach): string {
  if (reach.kind === 'account') return 'account';
  return reach.kind === 'workspace' ? `workspace:${reach.workspaceId}` : `workbook:${reach.workbookId}`;
}

export function reachesWorkbook(reach: Reach, place: WorkbookPlace): boolean {
  if (reach.kind === 'account') return true;
  return reach.kind === 'workspace'
    ? reach.workspaceId === place.workspaceId
    : reach.workbookId === place.workbookId;
}

export function reachesWorkspace(reach: Reach, workspaceId: string): boolean {
  return reach.kind === 'account' || (reach.kind === 'workspace' && reach.workspaceId === workspaceId);
}

/** Whether `outer` includes everything that `inner` includes; `place` locates an inner workbook. */
export function contains(outer: Reach, inner: Reach, place?: WorkbookPlace): boolean {
  if (outer.kind === 'account') return true;
  if (inner.kind === 'workspace')
    return outer.kind === 'workspace' && outer.workspaceId === inner.workspaceId;
  if (inner.kind === 'workbook') return place !== undefined && reachesWorkbook(outer, place);
  return false;
}
