import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: Attribute[];
}

interface ReceivedMetric {
  name: string;
  gauge?: { dataPoints: { asDouble: number }[] };
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] };
}

/** What a collector does with OTLP over HTTP and JSON: takes it and keeps it. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const resources = new Set<string>();
  // biome-ignore lint/suspicious/noExplicitAny: the two bodies differ in every name.
  const take = (body: any) => {
    for (const { resource, scopeSpans = [], scopeMetrics = [] } of body.resourceSpans ??
      body.resourceMetrics) {
      for (const { key, value } of resource.attributes) resources.add(`${key}=${value.stringValue}`);
      for (const scope of scopeSpans) spans.push(...scope.spans);
      for (const scope of scopeMetrics) metrics.push(...scope.metrics);
    }
  };
  const server = createServer(async (request, response) => {
    take(await json(request));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const attributeOf = ({ attributes }: ReceivedSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;
