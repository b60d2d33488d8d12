import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MonitorType } from '@sightline/shared/check-words'
import { EnvironmentError } from '@sightline/shared/environment'
import type { SecretPath } from '@sightline/shared/monitor-settings'
import { SECRET_PATHS, SETTINGS } from '@sightline/shared/monitor-settings'

/** What a secret reads as; sent back, it leaves the stored one unchanged. Source: decisions, section 1 */
export const HIDDEN = '***'

type Settings = Readonly<Record<string, unknown>>

/** Seals secrets for the database: the settings of monitors, which are opened for agents, and single
 *  texts. */
export interface SecretBox {
  readonly seal: (type: MonitorType, settings: Settings) => Settings
  /** @throws Error when a value was sealed with another key */
  readonly unseal: (type: MonitorType, settings: Settings) => Settings
  /** @param place what the sealed text is tied to: it opens nowhere else */
  readonly sealText: (text: string, place: string) => string
  /** A text that is not sealed stays as it is.
   *  @throws Error when it was sealed with another key or for another place */
  readonly openText: (text: string, place: string) => string
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:1:'

/** AES-256-GCM with a fresh nonce each time; the place of the value is authenticated with it, so a
 *  sealed token cannot be moved into a field that is shown.
 *  @param key 32 bytes */
export function createSecretBox(key: Buffer): SecretBox {
  if (key.length !== KEY_BYTES) throw new Error(`the secret key must be ${KEY_BYTES} bytes`)

  function sealText(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  function openText(text: string, place: string): string {
    if (!text.startsWith(PREFIX)) return text
    const bytes = Buffer.from(text.slice(PREFIX.length), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  }

  return {
    seal: (type, settings) =>
      mapSecrets(type, settings, (text, path) => sealText(text, placeOf(type, path))),
    unseal: (type, settings) =>
      mapSecrets(type, settings, (text, path) => openText(text, placeOf(type, path))),
    sealText,
    openText,
  }
}

/** What a sealed value is tied to. */
function placeOf(type: MonitorType, path: readonly string[]): string {
  return `${type}.${path.join('.')}`
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
  const defaults = SETTINGS[type].parse({})
  const kept: (readonly string[])[] = []
  mapSecrets(type, after, (text, path) => {
    const sent = valueAt(patch, path)
    const isKept = typeof sent !== 'string' || sent === HIDDEN
    if (isKept && text !== '' && text !== valueAt(defaults, path)) kept.push(path)
    return text
  })
  return kept
}

function valueAt(settings: Settings | null, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    settings,
  )
}

type Change = (text: string, path: readonly string[]) => string

function mapSecrets(type: MonitorType, settings: Settings, change: Change): Settings {
  return SECRET_PATHS[type].reduce((result, path) => mapAt(result, [], path, change), settings)
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

/** The installation's secret key: the one of the environment, else the one in the data folder, which
 *  is made on first need.
 *  @param fromEnvironment SIGHTLINE_SECRET_KEY, 64 hexadecimal digits
 *  @throws EnvironmentError when the file holds anything else than a key */
export async function loadSecretKey(
  fromEnvironment: string | undefined,
  dataFolder: string,
): Promise<Buffer> {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment, 'hex')
  const file = join(dataFolder, 'secret.key')
  return (await readKey(file)) ?? (await makeKey(dataFolder, file))
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const hex = text.trim()
  if (!/^[0-9a-f]{64}$/i.test(hex)) {
    throw new EnvironmentError(
      'secret.key in the data folder is damaged: it must hold 64 hexadecimal digits. Restore it from a backup, or set SIGHTLINE_SECRET_KEY.',
    )
  }
  return Buffer.from(hex, 'hex')
}

async function makeKey(folder: string, file: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  try {
    // A link appears complete or not at all, and only once: of two controllers one makes the key.
    await link(draft, file)
  } catch (error: unknown) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  const key = await readKey(file)
  if (key === null) throw new Error('the secret key could not be kept in the data folder')
  return key
}
