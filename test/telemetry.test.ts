import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabase } from '../server/test-support/databases.js';
import { eventually } from './support/eventually.js';
import { attributeOf, startOtlpReceiver } from './support/otlp-receiver.js';
import { TestService } from './support/service.js';

describeDatabase('postgres', 'a service with a collector', (database) => {
  let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
  let service: TestService;
  beforeAll(async () => {
    collector = await startOtlpReceiver();
    const { databaseUrl } = await database.fresh();
    service = await TestService.start({
      env: {
        SVC_DATABASE_URL: databaseUrl as string,
        LOG_LEVEL: 'info',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: 'data-in-test',
        OTEL_BSP_SCHEDULE_DELAY: '50',
        OTEL_METRIC_EXPORT_INTERVAL: '200',
        OTEL_EXPORTER_OTLP_TIMEOUT: '3000',
      },
    });
  });
  afterAll(async () => {
    await service.dispose();
  });

  test('traces a request from its caller to statements and processes, under the id that its answer and log have', async () => {
    const api = await service.signIn();
    const workbook = await api.workbook();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const answer = await fetch(`${service.url}${workbook}/query`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({ sql: "select 'a secret' as x" }),
    });
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get('x-request-id');
    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
    const request = await eventually(async () => ofTrace().find(({ name }) => name.startsWith('POST ')));
    expect(request.name).toBe('POST /api/v1/workbooks/:workbook_id/query');
    expect(request.parentSpanId).toBe('b7ad6b7169203331');
    expect(attributeOf(request, 'request.id')).toBe(requestId);
    const below = ofTrace().filter(({ parentSpanId }) => parentSpanId === request.spanId);
    const names = below.map(({ name }) => name);
    expect(names).toContain('postgresql select');
    expect(names).toContainEqual(expect.stringMatching(/^engine /));
    expect(JSON.stringify(ofTrace())).not.toContain('a secret');
    const line = service
      .output()
      .split('\n')
      .find((text) => text.includes(`"request_id":"${requestId}"`));
    expect(JSON.parse(line as string)).toMatchObject({ trace_id: traceId });
    expect(collector.resources).toContain('service.name=data-in-test');
  });

  test('sends the metrics that /metrics shows, with the queue to scale by', async () => {
    const queue = await eventually(async () =>
      collector.metrics.find(({ name }) => name === 'svc_jobs_waiting'),
    );
    expect(queue.gauge?.dataPoints).toMatchObject([{ asDouble: 0 }]);
    const durations = await eventually(async () =>
      collector.metrics.find(
        ({ name, histogram }) =>
          name === 'svc_http_request_duration_seconds' && histogram?.dataPoints.length !== 0,
      ),
    );
    const [point] = durations.histogram?.dataPoints ?? [];
    expect(point?.bucketCounts.length).toBe((point?.explicitBounds.length ?? 0) + 1);
    expect(point?.bucketCounts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(Number(point?.count));
    const { body } = await service.anonymous.get<string>('/metrics');
    for (const name of ['svc_jobs_waiting', 'svc_jobs_oldest_waiting_seconds', 'svc_calls_waiting'])
      expect(body).toMatch(new RegExp(`^${name} 0$`, 'm'));
  });

  test('works on while the collector is away, says so, and stops without it', async () => {
    await collector.stop();
    const sentence = 'metrics cannot be sent to the collector';
    await eventually(async () => service.output().includes(sentence) || undefined);
    expect((await service.anonymous.get('/readyz')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
