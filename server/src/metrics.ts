import { Counter, Registry } from 'prom-client';
import { endReasons, processKinds } from './process/process-events.js';

export type Metrics = ReturnType<typeof createMetrics>;

/** Why a source was not structured as requested. */
const fallbackReasons = ['failed', 'no_credits'] as const;

const attemptOutcomes = ['delivered', 'failed', 'given_up', 'withheld'] as const;
const chargeOutcomes = ['succeeded', 'failed', 'postponed'] as const;

/** Counters of the service's own work; the HTTP edge adds those of requests to the same registry. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const processEnds = new Counter({
    name: 'svc_process_ends_total',
    help: 'Child processes that ended while still needed',
    labelNames: ['process', 'reason'],
    registers,
  });
  const processRetries = new Counter({
    name: 'svc_process_retries_total',
    help: 'Calls repeated because their process died or ran out of memory',
    labelNames: ['process'],
    registers,
  });
  const rawFallbacks = new Counter({
    name: 'svc_raw_fallbacks_total',
    help: 'Sources kept as raw sheets instead of being structured',
    labelNames: ['reason'],
    registers,
  });
  const jobRuns = new Counter({
    name: 'svc_job_runs_total',
    help: 'Runs of background jobs: succeeded, retried later, or failed for good',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const webhookAttempts = new Counter({
    name: 'svc_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook: delivered, failed, given up, or withheld for lack of access',
    labelNames: ['outcome'],
    registers,
  });
  const chargeAttempts = new Counter({
    name: 'svc_charge_attempts_total',
    help: 'Attempts to charge a saved card: succeeded, failed for good, or postponed without an outcome',
    labelNames: ['outcome'],
    registers,
  });
  // A series that begins at 0 shows its first event as an increase.
  for (const process of processKinds) {
    processRetries.inc({ process }, 0);
    for (const reason of endReasons) processEnds.inc({ process, reason }, 0);
  }
  for (const outcome of attemptOutcomes) webhookAttempts.inc({ outcome }, 0);
  for (const outcome of chargeOutcomes) chargeAttempts.inc({ outcome }, 0);
  for (const reason of fallbackReasons) rawFallbacks.inc({ reason }, 0);
  return { registry, processEnds, processRetries, rawFallbacks, jobRuns, webhookAttempts, chargeAttempts };
}
