/**
 * Traces, by OpenTelemetry's own interface, sent to a collector over OTLP. Only a start that is told of a collector
 * loads this file. Spans name routes by their pattern and statements by their text: nothing of who calls goes along.
 */
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** Something that takes its time. What happens within it names it as its parent. */
export type Span = {
  readonly within: Context
  readonly end: (outcome: { readonly failed: boolean; readonly status?: number }) => void
}

export type Tracing = {
  /** `traceparent` as the caller sent it: the span joins that trace where it names one. */
  readonly call: (call: {
    readonly method: string
    readonly route: string
    readonly requestId: string
    readonly traceparent: string | undefined
  }) => Span
  readonly job: (name: string) => Span
  readonly statement: (name: string | null, text: string, within: Context) => Span
  /** Sends what is left. */
  readonly close: () => Promise<void>
}

type TracingOptions = {
  /** The collector's address, without `/v1/traces`. */
  readonly endpoint: string
  /** Of the calls that join no trace, the share that begins one. */
  readonly share: number
}

// A collector that does not answer must not hold up the end of the server.
const patienceMs = 2000

export function openTracing({ endpoint, share }: TracingOptions): Tracing {
  const root = share >= 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mi-portal' }),
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: patienceMs }),
      }),
    ],
  })
  const tracer = provider.getTracer('mi-portal')
  const propagator = new W3CTraceContextPropagator()

  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return {
      within: trace.setSpan(parent, span),
      end: ({ failed, status }) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        // No message: it may quote what a person typed.
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    call: ({ method, route, requestId, traceparent }) =>
      begin(
        `${method} ${route}`,
        SpanKind.SERVER,
        { 'http.request.method': method, 'http.route': route, 'portal.request_id': requestId },
        traceparent === undefined
          ? ROOT_CONTEXT
          : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter),
      ),
    job: (name) => begin(`job ${name}`, SpanKind.INTERNAL, { 'portal.job': name }, ROOT_CONTEXT),
    statement: (name, text, within) =>
      begin(
        name ?? text.trimStart().split(/\s/, 1)[0] ?? '',
        SpanKind.CLIENT,
        { 'db.system.name': 'postgresql', 'db.query.text': text },
        within,
      ),
    close: () => provider.shutdown().catch(() => {}),
  }
}
