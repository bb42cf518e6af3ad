/** A piece of work in a trace. Names and attributes never contain data of users. */
export interface SpanOfWork {
  name: string;
  /** `server` answers somebody, `client` waits for another program. */
  kind?: 'server' | 'client' | 'internal';
  attributes?: Record<string, string | number | undefined>;
}

export interface OpenSpan {
  traceId: string;
  /** Does the work inside the span, so that spans that it begins are part of it. */
  within<Result>(work: () => Result): Result;
  end(outcome: { attributes?: SpanOfWork['attributes']; isFailure: boolean }): void;
}

export interface Tracer {
  /** Begins a span below the one at hand, or below the one of another program that the headers name. */
  begin(span: SpanOfWork, headers?: Record<string, unknown>): OpenSpan;
}

let tracer: Tracer | undefined;

/** Sends spans to a tracer from now on; without one, tracing costs a comparison. */
export function traceWith(one: Tracer | undefined): void {
  tracer = one;
}

export function currentTracer(): Tracer | undefined {
  return tracer;
}

/** Does the work in a span of its own, if anybody traces. */
export function traced<Result>(span: () => SpanOfWork, work: () => Promise<Result>): Promise<Result> {
  return tracer ? finish(tracer.begin(span()), work) : work();
}

async function finish<Result>(open: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await open.within(work);
    open.end({ isFailure: false });
    return result;
  } catch (error) {
    open.end({ isFailure: true, attributes: { 'error.type': nameOf(error) } });
    throw error;
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'slug' in error ? String(error.slug) : error.name;
}
