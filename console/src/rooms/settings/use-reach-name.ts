import { useQuery } from '@tanstack/react-query';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { texts } from './credentials-texts.js';

/** Where a credential may act, in words. */
export function useReachName(): (resource: string) => string {
  const text = useText(texts);
  const workspaces = useQuery(workspacesQuery);
  return (resource) => {
    if (resource === 'account') return text.everywhere;
    const inWorkspace = workspaces.data?.workspaces.find((one) => resource === `workspace:${one.id}`);
    return inWorkspace?.name ?? text.oneWorkbook;
  };
}
