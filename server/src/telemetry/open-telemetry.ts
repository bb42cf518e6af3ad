import { createRequire } from 'node:module';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { Registry } from 'prom-client';
import { traceWith } from '../core/tracing.js';
import { within } from '../core/within.js';
import type { Log } from '../log.js';
import { openMetrics } from './export-metrics.js';
import { openTracer } from './tracer.js';
import type { TelemetrySettings } from './wants-telemetry.js';

const SERVICE_NAME = 'workbook-data-service';
const CLOSE_MS = 3_000;

interface Telemetry {
  /** Begins to send what the registry has, every `OTEL_METRIC_EXPORT_INTERVAL`. */
  sendMetrics(registry: Registry): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Sends traces and metrics by OTLP. Imported only if somebody wants them, because the SDK takes time to load. */
export function openTelemetry(wanted: TelemetrySettings, log: Log): Telemetry {
  const version = createRequire(import.meta.url)('../package.json').version as string;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': version }))
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
    .merge(detectResources({ detectors: [envDetector] }));
  const report = reporter(log);
  const traces = wanted.traces ? openTracer(resource, version, report) : undefined;
  traceWith(traces?.tracer);
  let metrics: { close(): Promise<void> } | undefined;
  return {
    sendMetrics(registry) {
      if (wanted.metrics) metrics = openMetrics(registry, resource, report);
    },
    async close() {
      traceWith(undefined);
      // A collector that is gone must neither fail a stop nor delay it for long.
      await within(CLOSE_MS, Promise.allSettled([traces?.close(), metrics?.close()])).catch(() => {});
    },
  };
}

export type ReportExport = (what: string, result: ExportResult) => void;

/** Logs once when sending begins to fail and once when it works again. */
function reporter(log: Log): ReportExport {
  const failing = new Set<string>();
  return (what, { code, error }) => {
    const isFailure = code !== ExportResultCode.SUCCESS;
    if (isFailure === failing.has(what)) return;
    if (isFailure) log.warn({ err: error }, `${what} cannot be sent to the collector`);
    else log.info(`${what} reach the collector again`);
    if (isFailure) failing.add(what);
    else failing.delete(what);
  };
}
