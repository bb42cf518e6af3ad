import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type PrometheusMetric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>;
type Histogram = Extract<
  MetricData,
  { dataPointType: DataPointType.HISTOGRAM }
>['dataPoints'][number]['value'];

/** The metrics of a Prometheus registry as OpenTelemetry's. Summaries have no equal there; the service has none. */
export async function metricsOf(registry: Registry, startedAt: Date): Promise<MetricData[]> {
  const times = { startTime: millisToHrTime(startedAt.getTime()), endTime: millisToHrTime(Date.now()) };
  const metrics = (await registry.getMetricsAsJSON()) as unknown as PrometheusMetric[];
  return metrics.flatMap((metric) => metricOf(metric, times) ?? []);
}

function metricOf(
  { name, help, type, values }: PrometheusMetric,
  times: { startTime: HrTime; endTime: HrTime },
): MetricData | undefined {
  const described = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    values.map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }));
  // prom-client has these as texts, whatever its types say.
  switch (String(type)) {
    case 'counter':
      return { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case 'gauge':
      return { ...described, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return {
        ...described,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(name, values).map((point) => ({ ...times, ...point })),
      };
    default:
      return undefined;
  }
}

/** Prometheus counts the values up to each boundary, OpenTelemetry those between two. */
function histogramsOf(name: string, values: PrometheusMetric['values']) {
  const byLabels = new Map<string, { attributes: Record<string, string>; value: Histogram }>();
  for (const { labels: { le, ...labels } = {}, value, metricName } of values) {
    const attributes = attributesOf(labels);
    const key = JSON.stringify(attributes);
    const point = byLabels.get(key) ?? {
      attributes,
      value: { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 },
    };
    byLabels.set(key, point);
    if (metricName === `${name}_sum`) point.value.sum = value;
    else if (metricName === `${name}_count`) point.value.count = value;
    else {
      const { boundaries, counts } = point.value.buckets;
      counts.push(value - counts.reduce((sum, count) => sum + count, 0));
      if (le !== '+Inf') boundaries.push(Number(le));
    }
  }
  return [...byLabels.values()];
}

function attributesOf(labels: MetricValue<string>['labels']): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, String(value)]));
}

function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return /_bytes$/.test(name) ? 'By' : '';
}
