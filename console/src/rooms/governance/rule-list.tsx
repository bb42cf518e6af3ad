import { useQuery } from '@tanstack/react-query';
import { type Rule, removePolicy, setPolicy } from '@workbook-data-service/client/api';
import { Pencil, ShieldPlus, X } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { EffectBadge, useRuleWords } from './effect-badge.js';
import styles from './governance.module.css';
import { EVERYBODY, rulesQuery, useReadAgain } from './governance-queries.js';
import { RemoveDialog } from './remove-dialog.js';
import { RuleDialog } from './rule-dialog.js';
import { texts } from './texts.js';

type Task = { kind: 'set'; rule?: Rule } | { kind: 'remove'; rule: Rule };

/** What each role sees of each tag. */
export function RuleList({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const wordsOf = useRuleWords();
  const rules = useQuery(rulesQuery(workbookId));
  const [task, setTask] = useState<Task>();
  const [undoError, setUndoError] = useState<unknown>();
  const close = () => setTask(undefined);
  return (
    <section className={styles.section} aria-label={text.rules}>
      <header className={styles.head}>
        <h2>{text.rules}</h2>
        <Button icon={<ShieldPlus />} onClick={() => setTask({ kind: 'set' })}>
          {text.setRule}
        </Button>
      </header>
      <ProblemNotice error={rules.error ?? undoError} />
      {rules.isPending && <Loading />}
      {rules.data?.length === 0 && <EmptyState title={text.noRules}>{text.noRulesHint}</EmptyState>}
      {rules.data && rules.data.length > 0 && (
        <ListTable label={text.rules} head={[text.tag, text.role, text.effect, text.influence, '']}>
          {rules.data.map((rule) => (
            <tr key={`${rule.tag} ${rule.role}`}>
              <td>
                <Badge kind="info">{rule.tag}</Badge>
              </td>
              <td className={styles.name}>{rule.role === EVERYBODY ? text.everybody : rule.role}</td>
              <td>
                <EffectBadge effect={rule.effect} />
              </td>
              <td>{rule.influence && influenceOf(rule.influence, text)}</td>
              <td className={styles.action}>
                <IconButton
                  label={text.changeRule(wordsOf(rule))}
                  icon={<Pencil />}
                  onClick={() => setTask({ kind: 'set', rule })}
                />
                <IconButton
                  label={text.removeRule(wordsOf(rule))}
                  icon={<X />}
                  onClick={() => setTask({ kind: 'remove', rule })}
                />
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {task?.kind === 'set' && <RuleDialog workbookId={workbookId} rule={task.rule} onClose={close} />}
      {task?.kind === 'remove' && (
        <RemoveRuleDialog
          workbookId={workbookId}
          rule={task.rule}
          onUndoFailed={setUndoError}
          onClose={close}
        />
      )}
    </section>
  );
}

const influenceOf = (
  influence: 'allow' | 'deny',
  text: { influenceAllow: string; influenceDeny: string },
): string => (influence === 'allow' ? text.influenceAllow : text.influenceDeny);

interface RemoveRuleProps {
  workbookId: string;
  rule: Rule;
  onUndoFailed: (error: unknown) => void;
  onClose: () => void;
}

function RemoveRuleDialog({ workbookId, rule, onUndoFailed, onClose }: RemoveRuleProps) {
  const text = useText(texts);
  const wordsOf = useRuleWords();
  const readAgain = useReadAgain(workbookId);
  const { tag, role, effect, influence } = rule;
  const path = { workbook_id: workbookId, tag };
  return (
    <RemoveDialog
      title={text.removeRuleTitle(wordsOf(rule))}
      hint={text.removeRuleHint}
      done={text.ruleRemoved}
      onRemove={() => removePolicy(service, { path, query: { role } })}
      onUndo={() => setPolicy(service, { path, body: { role, effect, ...(influence && { influence }) } })}
      onUndoFailed={onUndoFailed}
      readAgain={readAgain}
      onClose={onClose}
    />
  );
}
