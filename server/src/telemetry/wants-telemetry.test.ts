import { expect, test } from 'vitest';
import { wantsTelemetry } from './wants-telemetry.js';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test.each([
  ['nothing', {}, [false, false]],
  ['an endpoint', endpoint, [true, true]],
  ['an endpoint for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318' }, [true, false]],
  ['an exporter', { OTEL_METRICS_EXPORTER: 'otlp' }, [false, true]],
  ['no metrics', { ...endpoint, OTEL_METRICS_EXPORTER: 'none' }, [true, false]],
  ['an SDK turned off', { ...endpoint, OTEL_SDK_DISABLED: 'true' }, [false, false]],
  ['a name alone', { OTEL_SERVICE_NAME: 'data' }, [false, false]],
])('an environment with %s', (_, env, [traces, metrics]) => {
  expect(wantsTelemetry(env)).toEqual({ traces, metrics });
});
