import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { AppliedThingRow } from '../db/applied-things.ts'
import { readRegions } from '../db/regions.ts'
import { readAppliedThings } from '../db/applied-things.ts'
import { readMembers } from '../db/people.ts'
import { refusalSentence } from '../imports/parse-body.ts'
import type { AppliedKind } from './applied-kinds.ts'
import { APPLIED_KINDS } from './applied-kinds.ts'
import type { Body, Entry, Problem } from './entry.ts'
import { problemAt } from './entry.ts'
import { mapInTurns, runInTurns } from './in-turns.ts'
import type { KindContext } from './kinds/kind.ts'
import { KINDS } from './kinds/index.ts'
import type { Placeholders } from './placeholders.ts'
import type { Plan, Thing } from './plan/plan-entries.ts'
import { planEntries } from './plan/plan-entries.ts'
import type { Member, References } from './references.ts'
import { createReferences } from './references.ts'
import { namedMonitors, resolveReferences } from './resolve-references.ts'

/** What is asked for. */
export interface Wanted {
  readonly set: string | null
  readonly prune: boolean
  /** Regions that are not here are left out of what is made. */
  readonly isExport: boolean
  readonly entries: readonly Entry[]
  readonly placeholders: Placeholders
}

/** A plan, and what it was made of. */
export interface MadePlan extends Plan {
  readonly things: readonly Thing[]
  readonly members: readonly Member[]
  readonly applied: readonly AppliedThingRow[]
  /** What is not as it is in the document. */
  readonly warnings: readonly Problem[]
}

const MAX_PEOPLE = 10_000

/** Compares what is wanted with what the workspace has now. */
export async function makePlan(context: KindContext, wanted: Wanted): Promise<MadePlan> {
  const { actor } = context
  const { db } = context.context
  const { entries, set, prune, placeholders } = wanted
  const signs = new Map(
    await mapInTurns(entries, (entry) => {
      const sign = KINDS[entry.kind].signOf(context, entry.body)
      return [entry, sign] as const
    }),
  )
  const noted = await readAppliedThings(db, actor.workspaceId, set, [])
  const things = await readThings(context, { entries, signs, noted })
  const thingIds = things.map(({ id }) => id)
  const applied = await readAppliedThings(db, actor.workspaceId, set, thingIds)
  const { people: members } = await readMembers(db, actor.workspaceId, {
    limit: MAX_PEOPLE,
    offset: 0,
  })
  const regions = wanted.isExport ? await readRegions(db, AGENT_LOST_AFTER_MS) : null
  const codes = regions === null ? null : new Set(regions.map(({ code }) => code))
  const warnings: Problem[] = []
  let references: References | null = null
  const planning = planEntries({
    set,
    prune,
    entries,
    things,
    applied,
    signOf: (entry) => signs.get(entry) ?? null,
    refusal: refusalSentence,
    wishOf(entry, thing, ids) {
      references ??= createReferences({
        entries,
        things: stayingThings(things, { set, prune, applied, ids }),
        members,
        ids,
        placeholder: placeholders.of,
      })
      const body = resolveReferences(entry.kind, entry.body, references)
      const fitting = codes === null ? body : withKnownRegions(body, codes, thing)
      if (fitting !== body) {
        warnings.push(
          problemAt(entry.at, 'It names regions without agents here: they are left out.'),
        )
      }
      return KINDS[entry.kind].wish(context, fitting, thing)
    },
  })
  const plan = await runInTurns(planning)
  return { ...plan, things, members, applied, warnings }
}

/** Regions of another installation are none of this one; those that a thing has stay. */
function withKnownRegions(body: Body, codes: ReadonlySet<string>, thing: Thing | null): Body {
  const { regions, region, ...rest } = body
  const has: unknown = thing?.open['regions'] ?? [thing?.open['region']]
  const isHere = (code: unknown): boolean =>
    codes.has(String(code)) || (Array.isArray(has) && has.includes(code))
  const isOne = typeof region === 'string' && !isHere(region)
  const all: readonly unknown[] = Array.isArray(regions) ? regions : []
  const left = all.filter(isHere)
  if (!isOne && left.length === all.length) return body
  return {
    ...rest,
    ...(isOne || region === undefined ? {} : { region }),
    ...(left.length === 0 ? {} : { regions: left }),
  }
}

/** Nothing leads to what is going to be removed. */
function stayingThings(
  things: readonly Thing[],
  known: Pick<Wanted, 'set' | 'prune'> & {
    readonly applied: readonly AppliedThingRow[]
    readonly ids: ReadonlyMap<string, string>
  },
): readonly Thing[] {
  if (!known.prune) return things
  const claimed = new Set(known.ids.values())
  const own = known.applied.filter(({ setName }) => setName === known.set)
  const leaving = new Set(own.flatMap(({ thingId }) => (claimed.has(thingId) ? [] : [thingId])))
  return things.filter(({ id }) => !leaving.has(id))
}

async function readThings(
  context: KindContext,
  {
    entries,
    signs,
    noted,
  }: {
    readonly entries: readonly Entry[]
    readonly signs: ReadonlyMap<Entry, string | null>
    readonly noted: readonly AppliedThingRow[]
  },
): Promise<Thing[]> {
  const references = [...new Set(entries.flatMap(namedMonitors))]
  const things: Thing[] = []
  for (const kind of APPLIED_KINDS) {
    const own = entries.filter((entry) => entry.kind === kind)
    const ids = [
      ...idsOf(kind, noted),
      ...own.flatMap(({ id }) => id ?? []),
      ...(kind === 'monitor' ? references : []),
    ]
    things.push(
      ...(await KINDS[kind].read(context, {
        ids,
        signs: own.flatMap((entry) => signs.get(entry) ?? []),
        names: kind === 'monitor' ? references : [],
      })),
    )
  }
  return things
}

function idsOf(kind: AppliedKind, noted: readonly AppliedThingRow[]): string[] {
  return noted.flatMap((row) => (row.kind === kind ? [row.thingId] : []))
}
