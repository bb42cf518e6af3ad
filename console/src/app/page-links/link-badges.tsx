import type { PageLink } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { pageLinkTexts } from './page-link-texts.js';

/** What is particular about a link. */
export function LinkBadges({ link: { has_password, version, expires_at: end } }: { link: PageLink }) {
  const text = useText(pageLinkTexts);
  const hasEnded = end !== null && Date.parse(end) <= Date.now();
  return (
    <>
      {has_password && <Badge>{text.withPassword}</Badge>}{' '}
      {version !== null && <Badge kind="info">{text.version(version)}</Badge>}{' '}
      {hasEnded && <Badge kind="warning">{text.hasEnded}</Badge>}
    </>
  );
}
