/** How a span begins. */
export interface SpanStart {
  name: string
  kind: 'server' | 'client'
  /** The `traceparent` of what caused it, as it arrived. */
  parent: string | undefined
  attributes: Readonly<Record<string, string | number>>
}

/** Something that takes time. */
export interface TracedSpan {
  /** What this service sends on as `traceparent` (W3C Trace Context); undefined when nothing is known. */
  readonly traceparent: string | undefined
  end(attributes: Readonly<Record<string, string | number>>, failed: boolean): void
}

/** Traces of requests and of what they cause upstream. */
export interface Tracing {
  begin(start: SpanStart): TracedSpan
}

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The parts of a `traceparent` of version 00; undefined for anything else. */
export function parseTraceparent(
  text: string | undefined,
): { traceId: string; spanId: string; flags: number } | undefined {
  const [, traceId = '', spanId = '', flags = ''] = form.exec(text ?? '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, flags: parseInt(flags, 16) }
}
