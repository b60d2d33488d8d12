import { AsyncLocalStorage } from 'node:async_hooks'

/** Facts of a span. Never what is secret, and nothing that a person typed. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** What a span is to those it talks with. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** Something that takes time, within a trace. */
export interface Span {
  /** By which others continue its trace. Source: W3C Trace Context, section 3.2 */
  readonly traceparent: string
  readonly add: (facts: SpanFacts) => void
  readonly fail: (error: unknown) => void
  /** @param atMs UNIX ms; now where left out */
  readonly end: (atMs?: number) => void
}

/** Makes spans and sends them away. */
export interface Tracer {
  /** @param options.parent a traceparent; null: it begins a trace
   *  @param options.atMs UNIX ms; now where left out */
  readonly start: (
    name: string,
    options: {
      readonly parent: string | null
      readonly kind: SpanKind
      readonly facts: SpanFacts
      readonly atMs?: number
      /** Traceparents of what it comes from, beside its parent. */
      readonly links?: readonly string[]
    },
  ) => Span
  /** How many of the checks and of the commits of their results begin a trace, 0 to 1. */
  readonly checkShare: number
  readonly stop: () => Promise<void>
}

let tracer: Tracer | null = null
const active = new AsyncLocalStorage<Span>()

/** From now on spans are made. A program does so once, at its start, where it is asked to: else nothing of it costs
 *  anything. */
export function traceWith(its: Tracer | null): void {
  tracer = its
}

/** Begins the work of a whole trace, or continues somebody else's. @returns null where nobody traces */
export function beginTrace(
  name: string,
  parent: string | null,
  kind: SpanKind,
  facts: SpanFacts,
  links: readonly string[] = [],
): Span | null {
  return tracer?.start(name, { parent, kind, facts, links }) ?? null
}

/** Has what is done within `work` belong to the span. */
export const within = <T>(span: Span, work: () => T): T => active.run(span, work)

/** By which somebody else continues the trace of what is going on; null: none is. */
export const traceparent = (): string | null => active.getStore()?.traceparent ?? null

/** A traceparent whose trace is recorded. Source: W3C Trace Context, section 3.2.2.5 */
const RECORDED = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f][13579bdf]$/

export const isRecorded = (said: string): boolean => RECORDED.test(said)

/** The same, where it is recorded: by which somebody else refers to it. */
export function recordedTraceparent(): string | null {
  const said = traceparent()
  return said !== null && isRecorded(said) ? said : null
}

/** Does work as a part of the trace that is going on; where none is, just does it. */
export function traced<T>(
  name: string,
  kind: SpanKind,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  const parent = tracer === null ? null : traceparent()
  const span = parent === null ? null : beginTrace(name, parent, kind, facts)
  return span === null ? work() : endWith(span, work)
}

/** Does work that nobody asked for with a trace of its own, such as a job's.
 *  @param links traceparents of what it comes from */
export function tracedAnew<T>(
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
  links: readonly string[] = [],
): Promise<T> {
  const span = beginTrace(name, null, 'internal', facts, links)
  return span === null ? work() : endWith(span, work)
}

/** Does what is done all the time: as a part of the trace that is going on, where one is, else with one of its own for
 *  a share of it (`checkShare`), and wherever what it comes from has one.
 *  @param linksOf tells the traceparents of what it comes from; left out: it comes from nothing that has one */
export function tracedAtTimes<T>(
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
  linksOf?: () => readonly string[],
): Promise<T> {
  if (tracer === null) return work()
  if (active.getStore() !== undefined) return traced(name, 'internal', facts, work)
  const links = linksOf?.() ?? []
  const isTraced = links.length > 0 || Math.random() < tracer.checkShare
  return isTraced ? tracedAnew(name, facts, work, links) : work()
}

/** Does work that is what the span stands for. */
export async function endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await within(span, work)
  } catch (error: unknown) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** When something began whose phases are told when it is over, UNIX ms with fractions; null: nobody traces it. */
export const phasesBegin = (): number | null =>
  tracer === null || active.getStore() === undefined
    ? null
    : performance.timeOrigin + performance.now()

/** Tells of phases that followed each other, as parts of the trace that is going on.
 *  @param beganAtMs as of `phasesBegin`  @param phases how long each took, ms; null: it did not come to it */
export function tracePhases(
  beganAtMs: number | null,
  phases: readonly (readonly [name: string, ms: number | null])[],
): void {
  const parent = traceparent()
  if (beganAtMs === null || tracer === null || parent === null) return
  let atMs = beganAtMs
  for (const [name, ms] of phases) {
    if (ms === null) continue
    const span = tracer.start(name, { parent, kind: 'internal', facts: {}, atMs })
    atMs += ms
    span.end(atMs)
  }
}
