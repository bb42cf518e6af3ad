import { scopes } from '../../core/scopes.js';

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
