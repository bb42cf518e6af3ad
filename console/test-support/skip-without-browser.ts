import { beforeEach } from 'vitest';
import { onDemand } from '../../server/test-support/on-demand.js';

/** Each story says in the report why it did not run. */
beforeEach(async ({ skip }) => {
  const { whyNoBrowser } = await onDemand('console');
  if (whyNoBrowser !== '') skip(whyNoBrowser);
});
