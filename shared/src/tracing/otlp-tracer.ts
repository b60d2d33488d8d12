import {
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import type { Link, SpanContext } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from '../logger.ts'
import { SOFTWARE_VERSION } from '../software-version.ts'
import type { Tracer } from './trace.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** Source: W3C Trace Context, section 3.2.2 */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** A stop waits no longer for somebody who takes no traces. */
const FLUSH_MS = 1_000

function contextOf(traceparent: string): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const context = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(context) ? context : null
}

function linkTo(traceparent: string): Link[] {
  const context = contextOf(traceparent)
  return context === null ? [] : [{ context }]
}

const written = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/** Why, in words: the library tells of errors as JSON, with their stacks. */
function reasonOf(message: string): string {
  try {
    const told: unknown = JSON.parse(message)
    if (typeof told === 'object' && told !== null && 'message' in told) return String(told.message)
  } catch {
    // Words already.
  }
  return message
}

/** Tells once that traces do not arrive: what waits is thrown away, and nobody else waits for it. */
function tellTrouble(log: Logger): void {
  let isTold = false
  const tell = (message: string): void => {
    if (isTold) return
    isTold = true
    log.warn(
      { reason: reasonOf(message).slice(0, 500) },
      'traces are not taken where they are sent',
    )
  }
  const ignore = (): void => undefined
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** Sends spans by OTLP. @param options.share of the traces that begin here, 0 to 1; those that others began are
 *    recorded as they say
 *  @param options.checkShare of the checks, and of the commits of results, that begin one */
export function createTracer(options: {
  readonly service: string
  readonly share: number
  readonly checkShare: number
  readonly log: Logger
}): Tracer {
  const { service, share, checkShare, log } = options
  tellTrouble(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': SOFTWARE_VERSION,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('sightline', SOFTWARE_VERSION)
  return {
    checkShare,
    start(name, { parent, kind, facts, atMs, links = [] }) {
      const from = parent === null ? null : contextOf(parent)
      const context = from === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from)
      const what = {
        kind: KINDS[kind],
        attributes: { ...facts },
        links: links.flatMap((each) => linkTo(each)),
      }
      const began = atMs === undefined ? {} : { startTime: atMs }
      const span = tracer.startSpan(name, { ...what, ...began }, context)
      return {
        traceparent: written(span.spanContext()),
        add: (more) => void span.setAttributes({ ...more }),
        fail(error) {
          // Its message may quote what somebody typed, or a secret.
          const type = error instanceof Error ? error.name : 'Error'
          span.setAttribute('error.type', type)
          span.setStatus({ code: SpanStatusCode.ERROR })
        },
        end: (endedAtMs) => span.end(endedAtMs),
      }
    },
    async stop() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, FLUSH_MS).unref()
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}
