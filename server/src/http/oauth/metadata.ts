import { type Scope, scopes } from '../../core/scopes.js';
import { paths } from './paths.js';
import { clientAuthMethods, grantTypes } from './supported.js';

/** RFC 8414: what apps read to find everything else. */
export function authorizationServerMetadata(address: string) {
  return {
    issuer: address,
    authorization_endpoint: address + paths.authorization,
    token_endpoint: address + paths.token,
    registration_endpoint: address + paths.registration,
    revocation_endpoint: address + paths.revocation,
    device_authorization_endpoint: address + paths.device_authorization,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ui_locales_supported: ['en', 'ja'],
    service_documentation: `${address}/docs`,
  };
}

/** RFC 9728: where an app that was refused finds out who lets it in. An app that asks for no scopes asks for these. */
export function protectedResourceMetadata(address: string, part: '' | '/api' | '/mcp') {
  return {
    resource: `${address}${part}`,
    resource_name: 'Workbook Data Service',
    resource_documentation: `${address}/docs`,
    authorization_servers: [address],
    scopes_supported: part === '/mcp' ? agentScopes : scopes,
    bearer_methods_supported: ['header'],
  };
}

/** What the tools of agents need. */
const agentScopes: readonly Scope[] = ['workbooks:read', 'workbooks:write', 'workbooks:delete'];
