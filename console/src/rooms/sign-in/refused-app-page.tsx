import { useSearch } from '@tanstack/react-router';
import { useText } from '../../text/text.js';
import { ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { texts } from './app-texts.js';
import { EntryCard } from './entry-card.js';

/** Why an app cannot even ask: it cannot be told, since it is not known where it may be answered. */
export function RefusedAppPage() {
  const text = useText(texts);
  const { error, detail } = useSearch({ from: '/oauth/refused' });
  const reasons: Record<string, string> = {
    invalid_client: text.unknownApp,
    invalid_redirect_uri: text.wrongRedirect,
    other_browser: text.otherBrowser,
  };
  return (
    <EntryCard title={text.refused}>
      <Notice kind="error">
        <p>{reasons[error ?? ''] ?? text.otherReason}</p>
      </Notice>
      {detail && <small lang="en">{detail}</small>}
      <ButtonLink to="/workbooks">{text.home}</ButtonLink>
    </EntryCard>
  );
}
