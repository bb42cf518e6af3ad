import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isProblem } from '@workbook-data-service/client';
import { HardDrive } from 'lucide-react';
import { type DriveProvider, driveQuery, drives } from '../../../app/drives.js';
import { useText } from '../../../text/text.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Select } from '../../../ui/field.js';
import { ProblemNotice } from '../../../ui/notice.js';
import { Loading } from '../../../ui/progress.js';
import { ConnectDrive } from './connect-drive.js';
import { DriveBrowser } from './drive-browser.js';
import styles from './drives.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/files');

/** Brings in files from the drives of the reader, or says what is missing for that. */
export function FromDrive() {
  const text = useText(texts);
  const { drive: asked, folders, search } = route.useSearch();
  const navigate = route.useNavigate();
  const states = useQueries({ queries: drives.map(({ provider }) => driveQuery(provider)) });
  if (states.some(({ isPending }) => isPending)) return <Loading />;
  const offered = drives
    .map((drive, place) => ({ ...drive, state: states[place]?.data, error: states[place]?.error }))
    .filter(({ error }) => !isProblem(error, 'not-configured'));
  const open =
    offered.find(({ provider }) => provider === asked) ??
    offered.find(({ state }) => state?.authorized) ??
    offered[0];
  if (!open)
    return (
      <EmptyState icon={<HardDrive aria-hidden />} title={text.noDrive}>
        {text.noDriveHint}
      </EmptyState>
    );
  const { provider, name, state, error } = open;
  const place = provider === asked ? { folders, search } : {};
  return (
    <>
      {offered.length > 1 && (
        <div className={styles.choice}>
          <Select
            label={text.drive}
            value={provider}
            onChange={({ target }) =>
              navigate({ search: { tab: 'drives', drive: target.value as DriveProvider } })
            }
          >
            {offered.map((drive) => (
              <option key={drive.provider} value={drive.provider}>
                {drive.name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <ProblemNotice error={error} />
      {state && !state.authorized && <ConnectDrive drive={name} url={state.authorize_url} />}
      {state?.authorized && (
        <DriveBrowser key={provider} provider={provider} name={name} account={state.account} {...place} />
      )}
    </>
  );
}
