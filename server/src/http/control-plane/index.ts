import type { Endpoint } from '../endpoint.js';
import { accountEndpoints } from './accounts.js';
import { keyEndpoints } from './keys.js';
import { workspaceEndpoints } from './workspaces.js';

/** Everything below /api/control. */
export const controlPlane: readonly Endpoint[] = [
  ...accountEndpoints,
  ...keyEndpoints,
  ...workspaceEndpoints,
];
