import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, Tracer } from '../core/tracing.js';
import type { ReportExport } from './open-telemetry.js';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Spans in batches; the sampler is that of `OTEL_TRACES_SAMPLER`. */
export function openTracer(
  resource: Resource,
  version: string,
  report: ReportExport,
): { tracer: Tracer; close(): Promise<void> } {
  const exporter = new ReportingTraceExporter(report);
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  const spans = provider.getTracer('workbook-data-service', version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const parentOf = (headers: Record<string, unknown> | undefined): Context =>
    headers
      ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      : (current.getStore() ?? ROOT_CONTEXT);
  const tracer: Tracer = {
    begin({ name, kind = 'internal', attributes = {} }, headers): OpenSpan {
      const parent = parentOf(headers);
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, parent);
      const context = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        within: (work) => current.run(context, work),
        end({ attributes: more = {}, isFailure }) {
          span.setAttributes(more);
          if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
  return { tracer, close: () => provider.shutdown() };
}

class ReportingTraceExporter extends OTLPTraceExporter {
  readonly #report: ReportExport;

  constructor(report: ReportExport) {
    super();
    this.#report = report;
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      this.#report('traces', result);
      done(result);
    });
  }
}
