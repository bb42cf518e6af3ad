import { authEndpoints } from './auth.js';
import { controlPlane } from './control-plane/index.js';
import { dataPlane } from './data-plane/index.js';
import { driveCallback } from './drive-callback.js';
import type { Endpoint } from './endpoint.js';
import { appRequestEndpoints } from './identity/app-requests.js';
import { forgottenPasswordEndpoints } from './identity/forgotten-password.js';
import { ownAddressEndpoints } from './identity/own-address.js';
import { passkeyEndpoints } from './identity/passkeys.js';
import { secondFactorEndpoints } from './identity/second-factors.js';
import { secondStepEndpoints } from './identity/second-steps.js';
import { sessionEndpoints } from './identity/sessions.js';
import { oidcEndpoints } from './oidc.js';

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...secondStepEndpoints,
  ...forgottenPasswordEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...oidcEndpoints,
  ...ownAddressEndpoints,
  ...appRequestEndpoints,
  driveCallback,
  ...dataPlane,
  ...controlPlane,
];
