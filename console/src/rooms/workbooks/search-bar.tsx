import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { SearchField } from '../../ui/search-field.js';
import styles from './search-bar.module.css';
import { texts } from './texts.js';

/** What is looked for stands in the address, so that it can be shared and gone back to. */
export function SearchBar() {
  const text = useText(texts);
  const navigate = useNavigate({ from: '/workbooks' });
  const { search, workspace } = useSearch({ from: '/signed-in/workbooks' });
  const workspaces = useQuery(workspacesQuery);
  return (
    <search className={styles.bar}>
      <SearchField
        label={text.search}
        defaultValue={search}
        onChange={({ currentTarget: { value } }) =>
          navigate({ search: (old) => ({ ...old, search: value || undefined }), replace: true })
        }
      />
      {workspaces.data && workspaces.data.workspaces.length > 1 && (
        <select
          className={styles.workspace}
          aria-label={text.workspace}
          value={workspace ?? ''}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: (old) => ({ ...old, workspace: value || undefined }) })
          }
        >
          <option value="">{text.allWorkspaces}</option>
          {workspaces.data.workspaces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </search>
  );
}
