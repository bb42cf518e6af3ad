export interface TelemetrySettings {
  traces: boolean;
  metrics: boolean;
}

/**
 * What the standard variables of OpenTelemetry ask for. Unlike in its specification, nothing is sent unless one of them
 * names an endpoint or an exporter.
 */
export function wantsTelemetry(env: NodeJS.ProcessEnv): TelemetrySettings {
  const isDisabled = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  const isWanted = (signal: 'TRACES' | 'METRICS'): boolean => {
    const exporter = env[`OTEL_${signal}_EXPORTER`];
    const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
    return !isDisabled && (exporter ? exporter === 'otlp' : Boolean(endpoint));
  };
  return { traces: isWanted('TRACES'), metrics: isWanted('METRICS') };
}
