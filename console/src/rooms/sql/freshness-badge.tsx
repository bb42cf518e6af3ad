import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { transformTexts } from './transform-texts.js';

export function FreshnessBadge({ isStale }: { isStale: boolean }) {
  const text = useText(transformTexts);
  return <Badge kind={isStale ? 'warning' : 'good'}>{isStale ? text.stale : text.current}</Badge>;
}
