import {
  everyAddressSecret,
  openAddresses,
  sealAddresses,
  unknownAddresses,
} from '../alerting/contacts/contact-addresses.ts'
import type { StoredPushKeys } from '../db/push-keys.ts'
import { openKeys, sealKeys } from '../alerting/channels/push/keys.ts'
import type { Database } from '../db/pool.ts'
import type { ReadSealed, ResealedRow, SealedRow, WriteResealed } from '../db/sealed-rows.ts'
import {
  lockSecretKeys,
  readSealedContacts,
  readSealedMonitors,
  readSealedPushKeys,
  writeResealedContacts,
  writeResealedMonitors,
  writeResealedPushKeys,
} from '../db/sealed-rows.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { everySecret } from '../secrets/secret-box.ts'
import { addSecretKey } from '../secrets/secret-keys.ts'

/** Rows of one statement: short, so that whoever changes one of them waits for moments. */
const BATCH = 200

/** Rounds over everything: a row that somebody changed meanwhile is taken up by the next. */
const MAX_ROUNDS = 10

/** What a rotation came to. */
export interface Rotation {
  /** Monitors, contacts and keys whose secrets were sealed anew. */
  readonly rewritten: number
  /** Ids of those whose secrets no key opens; they stay as they are. */
  readonly unreadable: readonly string[]
  /** Everything that can be opened is sealed with the key that writes. */
  readonly isComplete: boolean
}

/** One kind of row that holds secrets. */
interface Family<Row extends SealedRow> {
  readonly read: ReadSealed<Row>
  readonly isCurrent: (box: SecretBox, row: Row) => boolean
  /** @throws Error when a secret cannot be opened */
  readonly reseal: (box: SecretBox, row: Row) => Readonly<Record<string, unknown>>
  readonly write: WriteResealed
}

const ownerOf = ({ workspaceId, publicId }: SealedRow) => ({ workspaceId, id: publicId })

const MONITORS: Family<Awaited<ReturnType<typeof readSealedMonitors>>[number]> = {
  read: readSealedMonitors,
  isCurrent: (box, { type, stored }) => everySecret(type, stored, box.isCurrent),
  reseal: (box, row) =>
    box.seal(ownerOf(row), row.type, box.unseal(ownerOf(row), row.type, row.stored)),
  write: writeResealedMonitors,
}

const CONTACTS: Family<SealedRow> = {
  read: readSealedContacts,
  isCurrent: (box, { stored }) => everyAddressSecret(stored, box.isCurrent),
  reseal: (box, row) => ({
    ...unknownAddresses(row.stored),
    ...sealAddresses(box, ownerOf(row), openAddresses(box, ownerOf(row), row.stored)),
  }),
  write: writeResealedContacts,
}

/** What the row of the push keys holds. */
const keysOf = ({ stored }: SealedRow) => stored as unknown as StoredPushKeys

const PUSH_KEYS: Family<SealedRow> = {
  read: readSealedPushKeys,
  isCurrent: (box, row) => box.isCurrent(keysOf(row).privateKey),
  reseal: (box, row) => ({ ...sealKeys(box, openKeys(box, keysOf(row))) }),
  write: writeResealedPushKeys,
}

/** Puts a new key before those of the data folder. Commands that do it at once come one after the other: each
 *  writes the file from what it read, and a key that is lost takes with it what was sealed meanwhile.
 *  @throws EnvironmentError when the file holds anything else than keys */
export async function addKey(db: Database, dataFolder: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSecretKeys(tx)
    await addSecretKey(dataFolder)
  })
}

/** Seals every stored secret anew that is not sealed with the key that writes, for its owner. Controllers may
 *  go on meanwhile, and so may another rotation; one that was broken off is taken up by the next. */
export async function rotateSecrets(db: Database, box: SecretBox): Promise<Rotation> {
  let rewritten = 0
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const monitors = await rotateFamily(db, box, MONITORS)
    const contacts = await rotateFamily(db, box, CONTACTS)
    const pushKeys = await rotateFamily(db, box, PUSH_KEYS)
    const all = [monitors, contacts, pushKeys]
    rewritten += all.reduce((sum, family) => sum + family.rewritten, 0)
    if (all.every(({ stale }) => stale === 0)) {
      const unreadable = all.flatMap((family) => family.unreadable)
      return { rewritten, unreadable, isComplete: true }
    }
  }
  return { rewritten, unreadable: [], isComplete: false }
}

/** @returns stale: rows that were found not to be current, and rewritten or not */
async function rotateFamily<Row extends SealedRow>(
  db: Database,
  box: SecretBox,
  family: Family<Row>,
): Promise<{ rewritten: number; stale: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let rewritten = 0
  let stale = 0
  let page = await family.read(db, 0, BATCH)
  while (page.length > 0) {
    const changes: ResealedRow[] = []
    for (const row of page) {
      // Opened also where the key is the right one: a text that was moved here opens nothing.
      const after = tryToReseal(box, family, row)
      if (after === null) unreadable.push(row.publicId)
      else if (!family.isCurrent(box, row)) {
        changes.push({ id: row.id, before: row.stored, after })
      }
    }
    stale += changes.length
    if (changes.length > 0) rewritten += await family.write(db, changes)
    page = await family.read(db, page.at(-1)?.id ?? 0, BATCH)
  }
  return { rewritten, stale, unreadable }
}

function tryToReseal<Row extends SealedRow>(
  box: SecretBox,
  family: Family<Row>,
  row: Row,
): Readonly<Record<string, unknown>> | null {
  try {
    return family.reseal(box, row)
  } catch {
    return null
  }
}
