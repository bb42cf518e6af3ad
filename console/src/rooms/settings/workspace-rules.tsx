import { useMutation, useQueryClient } from '@tanstack/react-query';
import { configureWorkspace, type MyWorkspace } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { usePreferences } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { ListTable } from '../../ui/list-table.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './readings-texts.js';
import styles from './settings.module.css';

/** The rules for all files of a workspace, and what became of each line when they were saved. */
export function WorkspaceRules({ workspace }: { workspace: MyWorkspace }) {
  const text = useText(texts);
  const isAdmin = workspace.base_role === 'admin';
  return (
    <section className={styles.section}>
      <h2>{text.rules}</h2>
      {isAdmin ? <RulesForm workspace={workspace} /> : <Notice>{text.adminsOnly}</Notice>}
      {workspace.rules.length > 0 && <Meanings rules={workspace.rules} />}
      {workspace.rules.length === 0 && !isAdmin && <p className={styles.soft}>{text.noRules}</p>}
    </section>
  );
}

function RulesForm({ workspace }: { workspace: MyWorkspace }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (preprocess_rules: string | null) =>
      configureWorkspace(service, { path: { workspace_id: workspace.id }, body: { preprocess_rules } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      showToast({ text: text.saved });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    save.mutate(String(new FormData(event.currentTarget).get('rules')).trim() || null);
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        label={text.rulesLabel}
        hint={text.rulesHint}
        name="rules"
        defaultValue={workspace.preprocess_rules ?? ''}
        rows={6}
        maxLength={2000}
      />
      <ProblemNotice error={save.error} />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  );
}

function Meanings({ rules }: { rules: MyWorkspace['rules'] }) {
  const text = useText(texts);
  const { language } = usePreferences();
  return (
    <ListTable label={text.meanings} head={[text.rule, text.state, text.meaning]}>
      {rules.map(({ line, understood, means, means_code, means_params }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may be there twice.
        <tr key={at}>
          <td className={styles.wrapping}>{line}</td>
          <td>
            <Badge kind={understood ? 'good' : 'warning'}>
              {understood ? text.understood : text.notUnderstood}
            </Badge>
          </td>
          <td className={styles.wrapping}>
            {means === null
              ? text.nothing
              : messageText({ text: means, code: means_code, params: means_params }, language)}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
