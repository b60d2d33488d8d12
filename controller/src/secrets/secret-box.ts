import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MonitorType } from '@sightline/shared/check-words'
import type { SecretPath } from '@sightline/shared/monitor-types/secrets'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { SecretKey, SecretKeys } from './secret-keys.ts'

/** What a secret reads as; sent back, it leaves the stored one unchanged. Source: decisions, section 1 */
export const HIDDEN = '***'

type Settings = Readonly<Record<string, unknown>>

/** Whose secret it is: a sealed text opens for this monitor or contact and for no other. */
export interface SecretOwner {
  readonly workspaceId: number
  /** "mon_..." or "ctc_..." */
  readonly id: string
}

/** Seals secrets for the database: the settings of monitors, which are opened for agents, and single
 *  texts. */
export interface SecretBox {
  readonly seal: (owner: SecretOwner, type: MonitorType, settings: Settings) => Settings
  /** @throws Error when a value was sealed with another key, or for another owner */
  readonly unseal: (owner: SecretOwner, type: MonitorType, settings: Settings) => Settings
  /** @param field which of the owner's secrets it is: it opens as no other */
  readonly sealText: (text: string, owner: SecretOwner, field: string) => string
  /** A text that is not sealed stays as it is.
   *  @param formerPlace what it was tied to before owners were
   *  @throws Error when it was sealed with another key, for another owner or as another field */
  readonly openText: (
    text: string,
    owner: SecretOwner,
    field: string,
    formerPlace: string,
  ) => string
  /** Whether it is sealed as it would be today: with the key that writes, for its owner. */
  readonly isCurrent: (text: string) => boolean
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Sealed before keys had ids and secrets owners: base64 of nonce, tag and text. */
const FIRST = 'sealed:1:'
/** "sealed:2:KEY:" and the same. */
const PRESENT = /^sealed:2:(?<keyId>[0-9a-f]{8}):/

/** AES-256-GCM with a fresh nonce each time; workspace, owner and field are authenticated with it, so a
 *  sealed token can be moved neither into a field that is shown nor to a monitor whose target somebody
 *  chose. */
export function createSecretBox(keys: SecretKeys): SecretBox {
  function sealText(text: string, owner: SecretOwner, field: string): string {
    const key = keys.writing()
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce)
    cipher.setAAD(placeOf(owner, field))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    return `sealed:2:${key.id}:${bytes.toString('base64')}`
  }

  function openText(text: string, owner: SecretOwner, field: string, formerPlace: string): string {
    const present = PRESENT.exec(text)
    if (present === null) {
      return text.startsWith(FIRST) ? openFirst(text.slice(FIRST.length), formerPlace) : text
    }
    const key = keys.find(present.groups?.['keyId'] ?? '')
    if (key === null) throw new Error('the secret was sealed with a key that is not known here')
    return open(text.slice(present[0].length), key, placeOf(owner, field))
  }

  /** Which key it was the text does not say. */
  function openFirst(base64: string, formerPlace: string): string {
    const failures: unknown[] = []
    for (const key of keys.all()) {
      try {
        return open(base64, key, Buffer.from(formerPlace))
      } catch (error: unknown) {
        failures.push(error)
      }
    }
    throw failures[0]
  }

  return {
    seal: (owner, type, settings) =>
      mapSecrets(type, settings, (text, path) => sealText(text, owner, fieldOf(type, path))),
    unseal: (owner, type, settings) =>
      mapSecrets(type, settings, (text, path) => {
        const field = fieldOf(type, path)
        return openText(text, owner, field, field)
      }),
    sealText,
    openText,
    isCurrent: (text) => PRESENT.exec(text)?.groups?.['keyId'] === keys.writing().id,
  }
}

function open(base64: string, key: SecretKey, place: Buffer): string {
  const bytes = Buffer.from(base64, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(place)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([opened, decipher.final()]).toString('utf8')
}

/** What a sealed text is tied to. No part of it holds a line break but the last, so no two places are alike. */
function placeOf({ workspaceId, id }: SecretOwner, field: string): Buffer {
  return Buffer.from(`${workspaceId}\n${id}\n${field}`)
}

function fieldOf(type: MonitorType, path: readonly string[]): string {
  return `${type}.${path.join('.')}`
}

/** Whether every secret of stored settings is as `test` wants it. */
export function everySecret(
  type: MonitorType,
  settings: Settings,
  test: (text: string) => boolean,
): boolean {
  let isEvery = true
  mapSecrets(type, settings, (text) => {
    isEvery &&= test(text)
    return text
  })
  return isEvery
}

/** The settings as people may read them: every secret that is set is hidden. */
export function redact(type: MonitorType, settings: Settings): Settings {
  return mapSecrets(type, settings, () => HIDDEN)
}

/** Puts the stored secrets where a client sent back what it had read.
 *  @param stored null for a new monitor, which has none
 *  @returns the settings, and the path of the first field that hides a secret nobody stored */
export function restoreHidden(
  type: MonitorType,
  settings: Settings,
  stored: Settings | null,
): { readonly settings: Settings; readonly missing: readonly string[] | null } {
  let missing: readonly string[] | null = null
  const restored = mapSecrets(type, settings, (text, path) => {
    if (text !== HIDDEN) return text
    const before = valueAt(stored, path)
    if (typeof before === 'string') return before
    missing ??= path
    return text
  })
  return { settings: restored, missing }
}

/** The secrets that a change leaves as they are stored: whoever sent it need not know them. What
 *  everybody knows, a default, is none.
 *  @param after the settings after the change, their secrets open
 *  @param patch the settings as sent
 *  @returns their paths */
export function keptSecrets(
  type: MonitorType,
  after: Settings,
  patch: Settings,
): (readonly string[])[] {
  const defaults = descriptionOf(type).settings.parse({})
  const kept: (readonly string[])[] = []
  mapSecrets(type, after, (text, path) => {
    const sent = valueAt(patch, path)
    const isKept = typeof sent !== 'string' || sent === HIDDEN
    if (isKept && text !== '' && text !== valueAt(defaults, path)) kept.push(path)
    return text
  })
  return kept
}

/** Whether settings hold a secret of their people; what everybody knows, a default, is none.
 *  @param settings complete, their secrets open */
export function hasSecrets(type: MonitorType, settings: Settings): boolean {
  return keptSecrets(type, settings, {}).length > 0
}

function valueAt(settings: Settings | null, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    settings,
  )
}

type Change = (text: string, path: readonly string[]) => string

function mapSecrets(type: MonitorType, settings: Settings, change: Change): Settings {
  return descriptionOf(type).secretPaths.reduce(
    (result, path) => mapAt(result, [], path, change),
    settings,
  )
}

/** @param at where the settings lie
 *  @param path what of them to change, from there on */
function mapAt(
  settings: Settings,
  at: readonly string[],
  path: SecretPath,
  change: Change,
): Settings {
  const [part, ...rest] = path
  let changed = settings
  for (const name of namesOf(settings, part)) {
    const value = settings[name]
    const here = [...at, name]
    let next = value
    if (rest.length > 0 && isRecord(value)) next = mapAt(value, here, rest, change)
    if (rest.length === 0 && typeof value === 'string') next = change(value, here)
    if (next !== value) changed = { ...changed, [name]: next }
  }
  return changed
}

function namesOf(settings: Settings, part: SecretPath[number] | undefined): string[] {
  if (part instanceof RegExp) return Object.keys(settings).filter((name) => part.test(name))
  return part !== undefined && Object.hasOwn(settings, part) ? [part] : []
}

function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
