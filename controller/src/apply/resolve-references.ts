import type { AppliedKind } from './applied-kinds.ts'
import type { Body, Entry } from './entry.ts'
import type { References } from './references.ts'

/** Fields of those who are told something: as files may call them, as the routes do, and what they lead to. */
const RECIPIENTS = [
  { short: 'members', full: 'memberIds', kind: null },
  { short: 'contacts', full: 'contactIds', kind: 'contact' },
  { short: 'teams', full: 'teamIds', kind: 'team' },
] as const

/** A body whose references lead to ids. What has not the form that the rules ask for is left to them. */
export function resolveReferences(kind: AppliedKind, body: Body, references: References): Body {
  return RESOLVERS[kind](body, references)
}

type Resolver = (body: Body, references: References) => Body

const RESOLVERS: { readonly [K in AppliedKind]: Resolver } = {
  contact: (body) => body,
  team: (body, references) => {
    const team = withRecipients(body, references, '')
    const { escalation } = team
    if (!Array.isArray(escalation)) return team
    const steps = escalation.map((step: unknown, index) =>
      isBody(step) ? withRecipients(step, references, `escalation[${index}].`) : step,
    )
    return { ...team, escalation: steps }
  },
  monitor: (body, references) =>
    withList(
      withAlerts(body, references),
      { short: 'dependsOn', full: 'dependsOn', at: '' },
      (ref, field) => references.thing('monitor', ref, field),
    ),
  maintenance: (body, references) =>
    withList(body, { short: 'monitors', full: 'monitorIds', at: '' }, (ref, field) =>
      references.thing('monitor', ref, field),
    ),
  crawlSchedule: (body, references) => withAlerts(body, references),
  statusPage: (body, references) => {
    const { components } = body
    if (!Array.isArray(components)) return body
    const shown = components.map((component: unknown, index) =>
      isBody(component) ? withMonitor(component, references, `components[${index}].`) : component,
    )
    return { ...body, components: shown }
  },
}

function withAlerts(body: Body, references: References): Body {
  const { alerts } = body
  return isBody(alerts) ? { ...body, alerts: withRecipients(alerts, references, 'alerts.') } : body
}

function withRecipients(holder: Body, references: References, at: string): Body {
  return RECIPIENTS.reduce(
    (body, { short, full, kind }) =>
      withList(body, { short, full, at }, (ref, field) =>
        kind === null ? references.member(ref, field) : references.thing(kind, ref, field),
      ),
    holder,
  )
}

function withList(
  body: Body,
  { short, full, at }: { readonly short: string; readonly full: string; readonly at: string },
  find: (ref: string, field: string) => string | null,
): Body {
  // Both at once: the rules refuse the short one.
  const name =
    Object.hasOwn(body, short) && (short === full || !Object.hasOwn(body, full)) ? short : full
  const { [name]: refs, ...rest } = body
  if (!isTexts(refs)) return body
  const ids = refs.flatMap((ref, index) => find(ref, `${at}${name}[${index}]`) ?? [])
  return { ...rest, [full]: [...new Set(ids)] }
}

function withMonitor(component: Body, references: References, at: string): Body {
  const name = Object.hasOwn(component, 'monitorId') ? 'monitorId' : 'monitor'
  const { [name]: ref, ...rest } = component
  if (typeof ref !== 'string') return component
  return { ...rest, monitorId: references.thing('monitor', ref, `${at}${name}`) }
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** The monitors that a body refers to, as they are called there. */
export function namedMonitors({ kind, body }: Entry): string[] {
  const named: string[] = []
  const note: References = {
    thing(what, ref) {
      if (what === 'monitor') named.push(ref)
      return ref
    },
    member: (ref) => ref,
  }
  resolveReferences(kind, body, note)
  return named
}
