import type { Endpoint } from '../endpoint.js';
import { accountEndpoints } from './accounts.js';
import { billingEndpoints } from './billing.js';
import { keyEndpoints } from './keys.js';
import { memberEndpoints } from './members.js';
import { paymentEndpoints } from './payments.js';
import { accountUsageEndpoints } from './usage.js';
import { workspaceEndpoints } from './workspaces.js';

/** Everything below /api/control. */
export const controlPlane: readonly Endpoint[] = [
  ...accountEndpoints,
  ...accountUsageEndpoints,
  ...billingEndpoints,
  ...keyEndpoints,
  ...paymentEndpoints,
  ...workspaceEndpoints,
  ...memberEndpoints,
];
