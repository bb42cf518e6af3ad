import { useQuery } from '@tanstack/react-query';
import { workbooksQuery } from '../../app/list-workbooks.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { texts } from './app-texts.js';

/** Where an app may act: everywhere, in a workspace or in a workbook. */
export function ReachSelect() {
  const text = useText(texts);
  const workspaces = useQuery(workspacesQuery);
  const workbooks = useQuery(workbooksQuery);
  return (
    <Select label={text.where} name="resource">
      <option value="account">{text.whole}</option>
      <optgroup label={text.workspaces}>
        {workspaces.data?.workspaces.map(({ id, name }) => (
          <option key={id} value={`workspace:${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={text.workbooks}>
        {workbooks.data?.map(({ id, title }) => (
          <option key={id} value={`workbook:${id}`}>
            {title}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
