import type { MyWorkspace } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import styles from './settings.module.css';

const texts = messages({ workspace: 'Workspace' }, { workspace: 'ワークスペース' });

interface WorkspaceSelectProps {
  workspaces: readonly MyWorkspace[];
  chosen: MyWorkspace | undefined;
  onChoose: (id: string) => void;
}

/** Which workspace a page of the settings is about; nothing for those who have only one. */
export function WorkspaceSelect({ workspaces, chosen, onChoose }: WorkspaceSelectProps) {
  const text = useText(texts);
  if (workspaces.length < 2) return null;
  return (
    <div className={styles.form}>
      <Select
        label={text.workspace}
        value={chosen?.id}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {workspaces.map(({ id, name, owner }) => (
          <option key={id} value={id}>
            {`${name} (${owner.email})`}
          </option>
        ))}
      </Select>
    </div>
  );
}
