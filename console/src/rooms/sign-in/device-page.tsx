import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { sessionQuery } from '../../app/session.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { texts } from './app-texts.js';
import { EntryCard } from './entry-card.js';

/** Whoever wants to connect a device types the code that it shows, also if a link brought the code along. */
export function DevicePage() {
  const text = useText(texts);
  const { user_code: code } = useSearch({ from: '/oauth/device' });
  const navigate = useNavigate();
  // Signs in first, where that is to be done.
  useQuery(sessionQuery);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const request = String(new FormData(event.currentTarget).get('code')).trim().toUpperCase();
    void navigate({ to: '/oauth/consent/$request', params: { request } });
  }
  return (
    <EntryCard title={text.deviceTitle}>
      <p>{text.deviceHint}</p>
      <form className="stacked" onSubmit={submit}>
        <TextField
          label={text.code}
          name="code"
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          pattern="\s*[A-Za-z]{4}[ \-]?[A-Za-z]{4}\s*"
          placeholder="BCDF-GHJK"
          defaultValue={code}
        />
        <Button type="submit" look="primary">
          {text.next}
        </Button>
      </form>
    </EntryCard>
  );
}
