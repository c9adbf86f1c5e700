/**
 * Traces by OpenTelemetry's interface, sent to a collector over OTLP. This file is loaded only if a collector is configured.
 * Spans name routes by their pattern and statements by their text, and hold nothing about the caller.
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

export type Span = {
  readonly within: Context
  readonly end: (outcome: { readonly failed: boolean; readonly status?: number }) => void
}

export type Tracing = {
  /** Starts the span of a request. If `traceparent`, as the caller sent it, names a trace, the span joins that trace. */
  readonly call: (call: {
    readonly method: string
    readonly route: string
    readonly requestId: string
    readonly traceparent: string | undefined
  }) => Span
  readonly job: (name: string) => Span
  readonly statement: (name: string | null, text: string, within: Context) => Span
  readonly close: () => Promise<void>
}

type TracingOptions = {
  readonly endpoint: string
  /** The share of requests without a trace of their caller for which a new trace starts. */
  readonly share: number
}

// The timeout of the collector, so that a silent collector does not delay the stop of the server.
const timeoutMs = 2000

export function openTracing({ endpoint, share }: TracingOptions): Tracing {
  const root = share >= 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'mi-portal' }),
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: timeoutMs }),
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
        // Without the error's message, because it may quote a person's input.
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
