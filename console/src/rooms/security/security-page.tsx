import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../app/session.js';
import { useText } from '../../text/text.js';
import { Page } from '../../ui/page.js';
import { DeleteMe } from './delete-me.js';
import { PasswordForm } from './password-form.js';
import { SecondFactors } from './second-factors.js';
import { Sessions } from './sessions.js';
import { texts } from './texts.js';

export function SecurityPage() {
  const text = useText(texts);
  const { user } = useSuspenseQuery(sessionQuery).data;
  return (
    <Page title={text.title} description={text.about}>
      <SecondFactors />
      <Sessions />
      <PasswordForm email={user.email} />
      <DeleteMe email={user.email} />
    </Page>
  );
}
