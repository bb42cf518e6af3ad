import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';
import type { ReportExport } from './open-telemetry.js';
import { metricsOf } from './registry-metrics.js';

const EVERY_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** Sends the metrics of the registry that `/metrics` shows, so that the two never disagree. */
export function openMetrics(
  registry: Registry,
  resource: Resource,
  report: ReportExport,
): { close(): Promise<void> } {
  const startedAt = new Date();
  const exportIntervalMillis = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL) || EVERY_MS;
  const reader = new PeriodicExportingMetricReader({
    exporter: new ReportingMetricExporter(report),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(TIMEOUT_MS, exportIntervalMillis),
    metricProducers: [
      {
        collect: async () => ({
          resourceMetrics: {
            resource,
            scopeMetrics: [
              { scope: { name: 'workbook-data-service' }, metrics: await metricsOf(registry, startedAt) },
            ],
          },
          errors: [],
        }),
      },
    ],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { close: () => provider.shutdown() };
}

class ReportingMetricExporter extends OTLPMetricExporter {
  readonly #report: ReportExport;

  constructor(report: ReportExport) {
    super();
    this.#report = report;
  }

  override export(...[metrics, done]: Parameters<OTLPMetricExporter['export']>): void {
    super.export(metrics, (result) => {
      this.#report('metrics', result);
      done(result);
    });
  }
}
