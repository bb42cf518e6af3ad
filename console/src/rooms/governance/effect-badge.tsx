import type { Rule, TableAccess } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { EVERYBODY } from './governance-queries.js';
import { texts } from './texts.js';

type Effect = Rule['effect'] | TableAccess['columns'][number]['effect'];
const kinds = { clear: 'good', allow: 'good', mask: 'warning', deny: 'bad' } as const;

export function EffectBadge({ effect, title }: { effect: Effect; title?: string }) {
  const text = useText(texts);
  return (
    <Badge kind={kinds[effect]} {...(title !== undefined && { title })}>
      {text[effect]}
    </Badge>
  );
}

/** Tells a rule in few words, such as "pay: masked for viewer". */
export function useRuleWords(): (rule: Rule) => string {
  const text = useText(texts);
  return ({ tag, role, effect }) =>
    text.ruleWords(tag, role === EVERYBODY ? text.everybody : role, text[effect]);
}
