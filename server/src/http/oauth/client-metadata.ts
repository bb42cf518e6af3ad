import { errors } from 'oidc-provider';
import { scopes } from '../../core/scopes.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const grantTypes = ['authorization_code', 'refresh_token', DEVICE_GRANT];
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'];

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
  const { redirect_uris: uris } = metadata;
  if (!Array.isArray(uris)) return;
  const isLong = (uri: unknown) => typeof uri === 'string' && uri.length > LONGEST_URI;
  if (uris.length > MAX_REDIRECTS || uris.some(isLong))
    throw new errors.InvalidClientMetadata(
      `redirect_uris may be ${MAX_REDIRECTS} of at most ${LONGEST_URI} characters`,
    );
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

const understood = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'client_secret',
]);

/**
 * The parameters of an authorization request that this server knows; others are ignored, as OAuth asks for. An app that
 * names no scope of ours asks to read.
 */
export function settleRequest(params: URLSearchParams): URLSearchParams {
  const settled = new URLSearchParams([...params].filter(([name]) => understood.has(name)));
  const asked = params.getAll('scope').join(' ').split(' ');
  const wanted = scopes.filter((scope) => asked.includes(scope));
  settled.set('scope', wanted.length > 0 ? wanted.join(' ') : 'workbooks:read');
  if (params.get('prompt') === 'none') settled.set('prompt', 'none');
  return settled;
}
