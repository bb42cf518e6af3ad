import { change } from '../../catalog/change.js';
import { type LinkedOperation, linkGrantText } from '../../core/link-grant.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

const HOUR_SECONDS = 60 * 60;

export interface LinkRequest {
  operation: LinkedOperation;
  workbookId: string;
  /** The chart or sheet. */
  name?: string;
  query: Record<string, string>;
  hours: number;
}

interface SignedLink {
  url: string;
  expiresAt: string;
}

/**
 * A URL that anyone can open: it shows what the caller may see at that moment, and ends with the caller's credential.
 * Nothing is stored but that it was made.
 */
export async function signLink(
  service: Service,
  caller: Caller,
  { operation, workbookId, name, query, hours }: LinkRequest,
  origin: string,
): Promise<SignedLink> {
  const expires = Math.min(now() + hours * HOUR_SECONDS, endOf(caller));
  const path = { workbook_id: workbookId, ...(name !== undefined && { name }) };
  const granted = { ...query, by: caller.credential.id, expires: String(expires) };
  const sig = service.linkSignatures.sign(linkGrantText({ operation, path, query: granted }));
  const expiresAt = new Date(expires * 1000).toISOString();
  await change(service.catalog, caller, (c) =>
    c.audit({
      chain: workbookId,
      action: 'link.signed',
      target: workbookId,
      detail: { operation, expires_at: expiresAt },
    }),
  );
  const address = `${origin}/api/v1/workbooks/${workbookId}/${pathOf[operation](encodeURIComponent(name ?? ''))}`;
  return { url: `${address}?${new URLSearchParams({ ...granted, sig })}`, expiresAt };
}

const pathOf: Record<LinkedOperation, (name: string) => string> = {
  downloadExport: () => 'export',
  renderChart: (name) => `charts/${name}/render`,
  renderSheet: (name) => `sheets/${name}/render`,
};

const now = () => Math.floor(Date.now() / 1000);

function endOf({ credential }: Caller): number {
  return credential.expiresAt === null
    ? Number.POSITIVE_INFINITY
    : Math.floor(Date.parse(credential.expiresAt) / 1000);
}
