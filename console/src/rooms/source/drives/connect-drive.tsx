import { HardDrive } from 'lucide-react';
import { useText } from '../../../text/text.js';
import { ButtonAnchor, ButtonLink } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { texts } from './texts.js';

/** In the place of the files of a drive that the service may not read, or no longer. */
export function ConnectDrive({ drive, url }: { drive: string; url: string | null }) {
  const text = useText(texts);
  return (
    <EmptyState
      icon={<HardDrive aria-hidden />}
      title={text.apart(drive)}
      actions={
        <>
          {url && (
            <ButtonAnchor look="primary" href={url} target="_blank" rel="noreferrer">
              {text.connect(drive)}
            </ButtonAnchor>
          )}
          <ButtonLink to="/settings/drives">{text.settings}</ButtonLink>
        </>
      }
    >
      {text.apartHint}
    </EmptyState>
  );
}
