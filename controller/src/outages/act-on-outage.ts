import { AppError } from '@sightline/shared/errors'
import type { OutageNoteRow } from '../db/outage-notes.ts'
import { deleteOutageNote, insertOutageNote } from '../db/outage-notes.ts'
import { readPersonById } from '../db/people.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { acknowledgeOutage, muteOutage } from '../db/workspace-outages.ts'
import { nothingWithId } from '../input/not-found.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { OutageItem } from './outage-item.ts'
import { getOutage, requireOutage } from './read-outages.ts'

/** Notes on one outage. */
const MAX_NOTES = 200

/** Who does something about an outage. */
export interface OutageActor {
  readonly workspaceId: number
  readonly personId: number
  readonly personPublicId: string
}

/** Takes an outage in hand: from now on nobody is told again that it lasts, and no further step of an escalation
 *  comes. Of two people the first is noted, and the second finds it so.
 *  @throws AppError notFound; conflict for one that is over, unless it was acknowledged before */
export async function acknowledge(
  context: ServiceContext,
  actor: OutageActor,
  publicId: string,
): Promise<OutageItem> {
  const { db, now } = context
  const row = await requireOutage(db, actor.workspaceId, publicId)
  const name = await nameOf(context, actor)
  await acknowledgeOutage(db, row.id, { at: now(), personId: actor.personPublicId, name })
  const { outage } = await getOutage(context, actor.workspaceId, publicId)
  if (outage.acknowledged === null) {
    throw new AppError('conflict', 'The outage is over already: there is nothing to acknowledge.')
  }
  return outage
}

const MINUTE_MS = 60_000

/** Has nobody told again for some minutes that an outage lasts; its end is told as ever.
 *  @param minutes null: it is told again from now on
 *  @throws AppError notFound; conflict for one that is over */
export async function mute(
  context: ServiceContext,
  { workspaceId }: Pick<OutageActor, 'workspaceId'>,
  publicId: string,
  minutes: number | null,
): Promise<OutageItem> {
  const { db, now } = context
  const { id } = await requireOutage(db, workspaceId, publicId)
  const until = minutes === null ? null : new Date(now().getTime() + minutes * MINUTE_MS)
  if (!(await muteOutage(db, id, until))) {
    throw new AppError('conflict', 'The outage is over already: there is nothing to mute.')
  }
  return (await getOutage(context, workspaceId, publicId)).outage
}

async function nameOf({ db }: ServiceContext, { personId }: OutageActor): Promise<string> {
  return (await readPersonById(db, personId))?.name ?? ''
}

/** Writes a note on an outage, over or not.
 *  @throws AppError notFound; conflict when it has too many */
export async function addNote(
  context: ServiceContext,
  actor: OutageActor,
  publicId: string,
  input: { readonly text: string; readonly public: boolean },
): Promise<OutageNoteRow> {
  const { db, now } = context
  const { id } = await requireOutage(db, actor.workspaceId, publicId)
  const note = {
    id: newPublicId('nte'),
    authorId: actor.personPublicId,
    authorName: await nameOf(context, actor),
    text: input.text,
    public: input.public,
    createdAt: now(),
  }
  if (await insertOutageNote(db, id, note, MAX_NOTES)) return note
  throw new AppError('conflict', `The outage has ${MAX_NOTES} notes already: delete one first.`)
}

/** @throws AppError notFound */
export async function removeNote(
  { db }: ServiceContext,
  { workspaceId }: Pick<OutageActor, 'workspaceId'>,
  publicId: string,
  noteId: string,
): Promise<void> {
  const { id } = await requireOutage(db, workspaceId, publicId)
  if (!(await deleteOutageNote(db, id, noteId))) throw nothingWithId('note', noteId)
}
