import { useQuery } from '@tanstack/react-query';
import { listKeys, listTokens, revokeKey, revokeToken } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Page } from '../../ui/page.js';
import { CredentialSection } from './credential-section.js';
import { texts } from './credentials-texts.js';
import { GrantSection } from './grant-section.js';

export function TokensPage() {
  const text = useText(texts);
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await listTokens(service, { query: { limit: 1000 }, signal })).tokens,
  });
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await listKeys(service, { query: { limit: 1000 }, signal })).keys,
  });
  return (
    <Page title={text.title} description={text.about}>
      <CredentialSection
        kind="token"
        title={text.tokens}
        create={text.newToken}
        none={text.noTokens}
        hint={text.noTokensHint}
        credentials={tokens}
        revoke={(token_id) => revokeToken(service, { path: { token_id } })}
      />
      <GrantSection />
      <CredentialSection
        kind="key"
        title={text.keys}
        create={text.newKey}
        none={text.noKeys}
        hint={text.noKeysHint}
        credentials={keys}
        revoke={(key_id) => revokeKey(service, { path: { key_id } })}
      />
    </Page>
  );
}
