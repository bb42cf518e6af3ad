import { useMutation, useQueryClient } from '@tanstack/react-query';
import { configureWorkspace, type MyWorkspace } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './readings-texts.js';
import styles from './settings.module.css';

type Setting = MyWorkspace['reading_model'];
const settings: readonly Setting[] = ['never', 'doubtful', 'always'];

/** Which sheets of a workspace a language model may read; those who may not change it see it. */
export function ModelSetting({ workspace }: { workspace: MyWorkspace }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (reading_model: Setting) =>
      configureWorkspace(service, { path: { workspace_id: workspace.id }, body: { reading_model } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      showToast({ text: text.saved });
    },
  });
  return (
    <section className={styles.section}>
      <h2>{text.model}</h2>
      <div className={styles.form}>
        <Select
          label={text.modelLabel}
          hint={text.modelHint}
          value={save.isPending ? save.variables : workspace.reading_model}
          disabled={workspace.base_role !== 'admin' || save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.value as Setting)}
        >
          {settings.map((setting) => (
            <option key={setting} value={setting}>
              {text[setting]}
            </option>
          ))}
        </Select>
        <ProblemNotice error={save.error} />
      </div>
    </section>
  );
}
