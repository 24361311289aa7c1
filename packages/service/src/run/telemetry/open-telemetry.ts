import { ROOT_CONTEXT, SpanKind, SpanStatusCode, isSpanContextValid, trace, type Context } from '@opentelemetry/api'
import { parseTraceparent, type SpanStart, type TracedSpan, type Tracing } from './tracing.js'

/**
 * Traces through the API of OpenTelemetry. Where they go is decided by the SDK that the operator loads before the
 * service; without one, nothing is recorded and a caller's `traceparent` is passed on as it came.
 */
export function openTelemetry(version: string): Tracing {
  const tracer = trace.getTracer('model-tasks-service', version)
  return {
    begin({ name, kind, parent, attributes }: SpanStart): TracedSpan {
      const span = tracer.startSpan(
        name,
        { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT, attributes: { ...attributes } },
        contextOf(parent),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      const own = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
      return {
        traceparent: isSpanContextValid(span.spanContext()) ? own : parseTraceparent(parent) && parent,
        end(more, failed) {
          span.setAttributes({ ...more })
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
  }
}

function contextOf(parent: string | undefined): Context {
  const parsed = parseTraceparent(parent)
  if (parsed === undefined) return ROOT_CONTEXT
  const { traceId, spanId, flags } = parsed
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true })
}
