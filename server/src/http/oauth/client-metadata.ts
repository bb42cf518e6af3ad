import { errors } from 'oidc-provider';
import { grantTypes } from './supported.js';

const MAX_REDIRECTS = 20;
const LONGEST_URI = 2000;
const LONGEST_NAME = 120;

/** What a registration or a metadata document may say beyond what the server checks is not taken over. */
const ignored = [
  'contacts',
  'default_acr_values',
  'default_max_age',
  'id_token_signed_response_alg',
  'initiate_login_uri',
  'jwks',
  'jwks_uri',
  'require_auth_time',
  'response_modes',
  'scope',
  'sector_identifier_uri',
  'subject_type',
];

type Metadata = Record<string, unknown>;

/**
 * Brings the metadata of an app into the form that this server has for all (RFC 7591 lets it): every app is taken for a
 * native one, whose redirects may be https, loopback addresses on any port, and schemes of programs.
 */
export function settleClientMetadata(metadata: Metadata): void {
  for (const name of ignored) delete metadata[name];
  metadata.application_type = 'native';
  metadata.grant_types = knownOnly(metadata.grant_types, grantTypes);
  metadata.response_types = knownOnly(metadata.response_types, ['code']);
  metadata.client_name = plainName(metadata.client_name);
  // What is published cannot be a secret, though RFC 7591 has one where nothing is said.
  if (isPublished(metadata) && metadata.token_endpoint_auth_method === 'client_secret_basic')
    metadata.token_endpoint_auth_method = 'none';
  const { redirect_uris: uris } = metadata;
  if (!Array.isArray(uris)) return;
  const isLong = (uri: unknown) => typeof uri === 'string' && uri.length > LONGEST_URI;
  if (uris.length > MAX_REDIRECTS || uris.some(isLong))
    throw new errors.InvalidClientMetadata(
      `redirect_uris may be ${MAX_REDIRECTS} of at most ${LONGEST_URI} characters`,
    );
}

/** Its id is then the address of its metadata, and no name that this server gave it. */
function isPublished({ client_id: id }: Metadata): boolean {
  return typeof id === 'string' && id.startsWith('https://');
}

function knownOnly(given: unknown, known: readonly string[]): unknown {
  return Array.isArray(given) ? given.filter((one) => known.includes(one)) : given;
}

/** Without what could make it look like something else. */
function plainName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const plain = name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return plain === '' ? undefined : plain;
}
