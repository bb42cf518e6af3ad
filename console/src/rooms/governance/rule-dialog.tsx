import { useMutation, useQuery } from '@tanstack/react-query';
import { type Rule, setPolicy } from '@workbook-data-service/client/api';
import { useId, useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Notice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { EVERYBODY, rulesQuery, useReadAgain, useRoles } from './governance-queries.js';
import { TagField } from './tag-field.js';
import { texts } from './texts.js';

interface RuleDialogProps {
  workbookId: string;
  /** One that is changed; without it a new one is made. */
  rule?: Rule | undefined;
  onClose: () => void;
}

export function RuleDialog({ workbookId, rule, onClose }: RuleDialogProps) {
  const text = useText(texts);
  const rolesId = useId();
  const roles = useRoles(workbookId);
  const readAgain = useReadAgain(workbookId);
  const { data: rules } = useQuery(rulesQuery(workbookId));
  const [effect, setEffect] = useState<Rule['effect']>(rule?.effect ?? 'mask');
  const save = useMutation({
    mutationFn: ({ tag, role, influence }: { tag: string; role: string; influence: string | null }) =>
      setPolicy(service, {
        path: { workbook_id: workbookId, tag },
        body: { role, effect, ...(influence && { influence: influence as 'allow' | 'deny' }) },
      }),
    onSuccess: async ({ tag, tagged_columns: count }) => {
      showToast({ text: count === 0 ? text.ruleWithoutColumns(tag) : text.ruleDone });
      onClose();
      await readAgain();
    },
  });
  function submit(given: FormData): void {
    save.mutate({
      tag: String(given.get('tag')).trim(),
      role: rule?.role ?? (String(given.get('role')).trim() || EVERYBODY),
      influence: given.get('influence') as string | null,
    });
  }
  return (
    <FormDialog title={text.setRule} action={text.save} onSubmit={submit} change={save} onClose={onClose}>
      <TagField workbookId={workbookId} fixed={rule?.tag} />
      <TextField
        label={text.role}
        hint={text.roleHint}
        name="role"
        list={rolesId}
        maxLength={120}
        defaultValue={rule?.role === EVERYBODY ? text.everybody : rule?.role}
        readOnly={rule !== undefined}
      />
      <datalist id={rolesId}>
        {roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <Select
        label={text.effect}
        value={effect}
        onChange={({ target }) => setEffect(target.value as Rule['effect'])}
      >
        <option value="mask">{text.maskChoice}</option>
        <option value="deny">{text.denyChoice}</option>
        <option value="allow">{text.allowChoice}</option>
      </Select>
      {effect !== 'allow' && (
        <Select
          key={effect}
          label={text.influence}
          hint={text.influenceHint}
          name="influence"
          defaultValue={
            rule?.effect === effect ? (rule.influence ?? '') : effect === 'deny' ? 'deny' : 'allow'
          }
        >
          <option value="allow">{text.influenceAllow}</option>
          <option value="deny">{text.influenceDeny}</option>
        </Select>
      )}
      {rules?.length === 0 && <Notice kind="warning">{text.firstRule}</Notice>}
    </FormDialog>
  );
}
