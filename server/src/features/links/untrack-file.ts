import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteLink } from '../../catalog/file-links.js';
import type { Caller } from '../caller.js';
import type { LinkPlace } from '../places.js';
import type { Service } from '../service.js';
import { noSuchLink, requireLink, requireSourceOf } from './file-links.js';

export interface UntrackedFile {
  id: string;
  filename: string;
  /** The name of the source. */
  source: string;
  opId: number;
}

/** Stops tracking a file: the link and its versions go, the source with its revisions, tables and snapshots stays. */
export async function untrackFile(
  service: Service,
  caller: Caller,
  place: LinkPlace,
  { actor }: { actor?: string | null | undefined },
  commit: CommitOptions,
): Promise<UntrackedFile> {
  const { workbookId, linkId } = place;
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const opId = await c.op({
        workbookId,
        kind: 'file.untrack',
        actor,
        operation: { operation: 'untrackFile', input: { link: linkId } },
      });
      const link = await requireLink(c.tx, place);
      const source = await requireSourceOf(c.tx, link);
      if (!(await deleteLink(c, linkId))) noSuchLink(linkId);
      await c.audit({
        chain: workbookId,
        action: 'file.untracked',
        target: linkId,
        detail: { op_id: opId, source_id: source.id, versions: link.versions.length },
      });
      return { id: linkId, filename: link.filename, source: source.name, opId };
    },
    commit,
  );
}
