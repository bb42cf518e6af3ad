import { useQuery } from '@tanstack/react-query';
import type { CreatePageLinkRequest } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { versionLabelsQuery } from './page-link-queries.js';
import { pageLinkTexts } from './page-link-texts.js';
import styles from './page-links.module.css';

/** What a new link is to be like. */
export function PageLinkFields({ workbookId }: { workbookId: string }) {
  const text = useText(pageLinkTexts);
  const { data: labels = [] } = useQuery(versionLabelsQuery(workbookId));
  return (
    <>
      <TextField label={text.endsAfter} hint={text.endsAfterHint} name="last_day" type="date" />
      <TextField
        label={text.password}
        hint={text.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={4}
        maxLength={200}
      />
      {labels.length > 0 && (
        <Select label={text.shows} name="version">
          <option value="">{text.current}</option>
          {labels.map((label) => (
            <option key={label} value={label}>
              {text.version(label)}
            </option>
          ))}
        </Select>
      )}
      <details className={styles.advanced}>
        <summary>{text.advanced}</summary>
        <TextArea label={text.sites} hint={text.sitesHint} name="sites" spellCheck={false} />
      </details>
    </>
  );
}

/** What was filled in, as the service takes it. The last day is one by the clocks of the reader. */
export function requestOf(given: FormData): CreatePageLinkRequest {
  const filled = (name: string) => String(given.get(name) ?? '').trim() || null;
  const lastDay = filled('last_day');
  return {
    expires_at: lastDay && new Date(`${lastDay}T23:59:59`).toISOString(),
    password: String(given.get('password')) || null,
    version: filled('version'),
    frame_origins: filled('sites')?.split(/\s+/) ?? [],
  };
}
