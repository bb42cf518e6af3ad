import type { NamedPageLink } from '../catalog/page-links.js';
import type { Page } from '../core/paging.js';
import type { WorkspaceLinkView } from '../features/sharing/page-links.js';

function pageLinkBody(link: NamedPageLink) {
  return {
    id: link.id,
    workbook_id: link.workbook_id,
    kind: link.sheet_id === null ? ('chart' as const) : ('sheet' as const),
    subject: link.subject,
    version: link.version_label,
    has_password: link.password_hash !== null,
    frame_origins: JSON.parse(link.frame_origins) as string[],
    expires_at: link.expires_at,
    created_by: link.created_by,
    created_at: link.created_at,
    opens: link.opens,
    last_opened_at: link.last_opened_at,
  };
}

export function createdPageLinkBody({ link, url }: { link: NamedPageLink; url: string }) {
  return { ...pageLinkBody(link), url };
}

export function pageLinkListBody({ items, nextCursor }: Page<NamedPageLink>) {
  return { links: items.map(pageLinkBody), next_cursor: nextCursor };
}

export function workspaceLinkListBody({ items, nextCursor }: Page<WorkspaceLinkView>) {
  const links = items.map((link) => ({ ...pageLinkBody(link), workbook_title: link.workbookTitle }));
  return { links, next_cursor: nextCursor };
}
