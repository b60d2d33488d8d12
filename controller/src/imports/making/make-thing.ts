import type { ImportedKind, ImportRow } from '../import-row.ts'
import { rowOf } from '../import-row.ts'
import type { ImportSession } from '../import-session.ts'
import { refusalSentence } from '../parse-body.ts'
import type { ReadThing } from '../reading/reading.ts'
import type { ThingKind } from '../reading/write-reading.ts'
import type { MakeThing } from './maker.ts'
import { makeContact } from './make-contact.ts'
import { makeCrawlSchedule } from './make-crawl-schedule.ts'
import { makeStatusPage } from './make-status-page.ts'
import { makeTeam } from './make-team.ts'
import { makeWindow } from './make-window.ts'

const MAKERS: {
  readonly [K in ThingKind]: { readonly what: ImportedKind; readonly make: MakeThing }
} = {
  contact: { what: 'contact', make: makeContact },
  team: { what: 'team', make: makeTeam },
  window: { what: 'maintenance', make: makeWindow },
  crawlSchedule: { what: 'crawlSchedule', make: makeCrawlSchedule },
  statusPage: { what: 'statusPage', make: makeStatusPage },
}

/** Makes a thing of a file that is no monitor; what is there already stays as it is. */
export async function makeThing(
  session: ImportSession,
  kind: ThingKind,
  thing: ReadThing,
): Promise<ImportRow> {
  const { what, make } = MAKERS[kind]
  const warnings = [...thing.warnings]
  const told = { ...thing, warnings }
  try {
    const said = await make(session, thing, warnings)
    session.ids.set(thing.ref, said.id ?? null)
    return rowOf(what, told, said)
  } catch (error: unknown) {
    return rowOf(what, told, { outcome: 'refused', reason: refusalSentence(error) })
  }
}
