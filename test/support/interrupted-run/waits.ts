import { test } from 'vitest';
import { onDemand } from '../../../server/test-support/on-demand.js';
import { TestService } from '../service.js';

/** No run includes it but the one that interrupted-run.test.ts starts and interrupts. */
test('starts servers, shared and its own, says so, and waits for ever', async () => {
  await Promise.all([onDemand('postgresUrl'), onDemand('serviceUrl'), TestService.start()]);
  console.log('all servers run');
  await new Promise(() => {});
});
