import { AppError } from '@sightline/shared/errors'
import type { AuditRow } from '../db/audits.ts'
import {
  deleteAuditRow,
  insertAudit,
  insertAuditPart,
  listAuditRows,
  readAuditPart,
  readAuditRow,
} from '../db/audits.ts'
import type { Database } from '../db/pool.ts'
import type { Analyse } from '../on-demand/analyses.ts'
import { readPageUrl } from '../on-demand/page-url.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { AuditAsker, FoundPart } from './find-part.ts'
import { createFindPart } from './find-part.ts'
import { MAX_AUDIT_BYTES, MAX_AUDITS, OPEN_MS } from './limits.ts'
import { unpackResult } from './pack.ts'
import type { AuditPartName } from './parts.ts'

/** A part of an audit: the answer of an analysis. */
export interface AuditPart {
  readonly part: AuditPartName
  readonly createdAt: Date
  readonly result: Readonly<Record<string, unknown>>
}

/** A part that somebody asked to be looked at. */
export interface AddedPart extends AuditPart {
  /** false: it was too large, or the audit was deleted meanwhile. */
  readonly kept: boolean
  /** Of the whole audit by now. */
  readonly figures: Readonly<Record<string, number>>
}

/** Looks at pages and keeps what was found for the workspace. Only what an agent answered here is kept: nobody can hand
 *  in a result of their own. Each call throws AppError notFound for what the workspace does not have. */
export interface AuditService {
  /** Audits a page. @throws AppError as `Analyse` does */
  readonly begin: (url: string, asker: AuditAsker, signal: AbortSignal) => Promise<AuditRow>
  /** Looks at another side of the same page; what was looked at already is answered as it was.
   *  @throws AppError as `Analyse` does, conflict when the audit is too old for it */
  readonly look: (
    id: string,
    part: AuditPartName,
    asker: AuditAsker,
    signal: AbortSignal,
  ) => Promise<AddedPart>
  /** The latest first. */
  readonly list: (
    workspaceId: number,
    ...asked: Rest<typeof listAuditRows>
  ) => ReturnType<typeof listAuditRows>
  readonly get: (workspaceId: number, id: string) => Promise<AuditRow>
  readonly part: (workspaceId: number, id: string, part: AuditPartName) => Promise<AuditPart>
  /** @returns the address it was of */
  readonly remove: (workspaceId: number, id: string) => Promise<string>
}

/** What a statement's function takes besides the database and whose it is. */
type Rest<F> = F extends (db: never, whose: never, ...rest: infer R) => unknown ? R : never

interface Parts {
  readonly db: Database
  /** The database for a workspace's reads, which take turns with those of others. */
  readonly readsOf: (workspaceId: number) => Database
  readonly analyse: Analyse
  readonly now: () => Date
}

export function createAuditService({ db, readsOf, analyse, now }: Parts): AuditService {
  const findPart = createFindPart(analyse)

  async function get(workspaceId: number, id: string): Promise<AuditRow> {
    const row = await readAuditRow(readsOf(workspaceId), workspaceId, id)
    if (row === null) throw noAudit()
    return row
  }

  async function keptPart(
    workspaceId: number,
    id: string,
    part: AuditPartName,
  ): Promise<AuditPart | null> {
    const row = await readAuditPart(readsOf(workspaceId), { workspaceId, publicId: id, part })
    if (row === null) return null
    return { part, createdAt: row.createdAt, result: await unpackResult(row.result) }
  }

  return {
    async begin(url, asker, signal) {
      const page = readPageUrl(url, 'field')
      const found = await findPart('audit', url, asker, signal)
      const place = { workspaceId: asker.workspaceId, publicId: newPublicId('aud'), part: 'audit' }
      const at = now()
      await db.transaction(async (tx) => {
        const audit = { ...page, ...headOf(found.result), ...place, createdAt: at }
        await insertAudit(tx, audit, MAX_AUDITS)
        await insertAuditPart(tx, place, storedOf(found, at))
      })
      return get(place.workspaceId, place.publicId)
    },

    async look(id, part, asker, signal) {
      const { workspaceId } = asker
      const audit = await get(workspaceId, id)
      const before = await keptPart(workspaceId, id, part)
      if (before !== null) return { ...before, kept: true, figures: audit.figures }
      if (now().getTime() - audit.createdAt.getTime() > OPEN_MS) throw isOver()
      const found = await findPart(part, askedAs(audit), asker, signal)
      const at = now()
      const place = { workspaceId, publicId: id, part }
      const figures = await insertAuditPart(db, place, storedOf(found, at))
      const added = { part, createdAt: at, result: found.result }
      if (figures !== null) return { ...added, kept: true, figures }
      // Somebody else may have looked at the same time: the first stays.
      const first = await keptPart(workspaceId, id, part)
      return { ...(first ?? added), kept: first !== null, figures: audit.figures }
    },

    list: (workspaceId, ...asked) => listAuditRows(readsOf(workspaceId), workspaceId, ...asked),
    get,

    async part(workspaceId, id, part) {
      const kept = await keptPart(workspaceId, id, part)
      if (kept !== null) return kept
      await get(workspaceId, id)
      throw noPart(part)
    },

    async remove(workspaceId, id) {
      const url = await deleteAuditRow(db, workspaceId, id)
      if (url === null) throw noAudit()
      return url
    },
  }
}

/** What lists say of an audit besides its address. */
function headOf({ score, grade, ...result }: FoundPart<'audit'>['result']) {
  const { fetchedUrl, statusCode, region } = result
  // An agent says where it was led, and texts of the database have no such character.
  const led = fetchedUrl.replaceAll('\0', '')
  return { fetchedUrl: led, statusCode, region, score, grade }
}

const storedOf = ({ packed, figures }: FoundPart<AuditPartName>, at: Date) => ({
  at,
  result: packed,
  figures,
  mostBytes: MAX_AUDIT_BYTES,
})

/** What came without a scheme is asked for without one again: over http where the host has no https. */
const askedAs = ({ url, isBare }: AuditRow): string =>
  isBare ? url.replace(/^https:\/\//, '') : url

const noAudit = (): AppError =>
  new AppError(
    'notFound',
    'There is no such audit in the workspace: it may be too old, or deleted.',
  )

const noPart = (part: AuditPartName): AppError =>
  new AppError(
    'notFound',
    `This audit has no "${part}": it was not looked at then, could not be, or was too large to be kept.`,
  )

const isOver = (): AppError =>
  new AppError(
    'conflict',
    'This audit is over: it tells how the page was within an hour of its beginning. Begin a new one to look again.',
  )
