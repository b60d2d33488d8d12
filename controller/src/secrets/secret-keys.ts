import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '@sightline/shared/environment'

const KEY_BYTES = 32

/** A key that secrets are sealed with. */
export interface SecretKey {
  /** Eight hexadecimal digits, which follow from the key: sealed texts name it. */
  readonly id: string
  readonly bytes: Buffer
}

/** The keys of an installation. */
export interface SecretKeys {
  /** What new secrets are sealed with. */
  readonly writing: () => SecretKey
  /** @returns null for a key that is not among them */
  readonly find: (id: string) => SecretKey | null
  /** The one that writes first. */
  readonly all: () => readonly SecretKey[]
}

/** @throws Error when there is none, or one is not 32 bytes long */
export function fixedKeys(keys: readonly Buffer[]): SecretKeys {
  const known = keys.map(keyOf)
  const [first] = known
  if (first === undefined) throw new Error('a secret key is needed')
  return {
    writing: () => first,
    find: (id) => known.find((key) => key.id === id) ?? null,
    all: () => known,
  }
}

function keyOf(bytes: Buffer): SecretKey {
  if (bytes.length !== KEY_BYTES) throw new Error(`a secret key must be ${KEY_BYTES} bytes`)
  const id = createHash('sha256').update('sightline secret key').update(bytes).digest('hex')
  return { id: id.slice(0, 8), bytes }
}

/** The installation's keys: those of the environment, else those in the data folder, of which one is made on
 *  first need.
 *  @param fromEnvironment SIGHTLINE_SECRET_KEY, keys of 64 hexadecimal digits with commas between them
 *  @throws EnvironmentError when the file holds anything else than keys */
export async function loadSecretKeys(
  fromEnvironment: string | undefined,
  dataFolder: string,
): Promise<SecretKeys> {
  if (fromEnvironment !== undefined) return keysOfText(fromEnvironment)
  const file = secretKeyFile(dataFolder)
  if ((await readKeyFile(file)) === null) await makeKeyFile(dataFolder, file)
  return keysOfFile(file)
}

/** The keys that are there, for whoever must not make one.
 *  @throws EnvironmentError when there is none */
export async function requireSecretKeys(
  fromEnvironment: string | undefined,
  dataFolder: string,
): Promise<SecretKeys> {
  if (fromEnvironment !== undefined) return keysOfText(fromEnvironment)
  const file = secretKeyFile(dataFolder)
  if ((await readKeyFile(file)) !== null) return keysOfFile(file)
  throw new EnvironmentError(
    `There is no secret key in ${dataFolder}: set SIGHTLINE_SECRET_KEY as the controllers have it, or SIGHTLINE_DATA_DIR to the folder with their secret.key`,
  )
}

/** Puts a new key before those of the data folder: from now on it writes, in controllers that run too.
 *  Who may do so at once must take turns (cli/rotate-secrets.ts): of two that read the file one would be lost.
 *  @throws EnvironmentError when the file holds anything else than keys */
export async function addSecretKey(dataFolder: string): Promise<void> {
  const file = secretKeyFile(dataFolder)
  const before = (await readKeyFile(file)) ?? ''
  await replaceKeyFile(dataFolder, `${newKey()}\n${before}`)
}

async function replaceKeyFile(dataFolder: string, text: string): Promise<void> {
  const file = secretKeyFile(dataFolder)
  await rename(await writeDraft(file, text), file)
  // What is sealed with the key from now on is on the disk of the database: the key has to be on this one.
  const folder = await open(dataFolder)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Text of the data folder's file of keys, null where there is none.
 *  @throws EnvironmentError when it holds anything else than keys */
export async function readSecretKeyFile(dataFolder: string): Promise<string | null> {
  return readKeyFile(secretKeyFile(dataFolder))
}

/** Puts the keys of another data folder before those of this one, which stay: what either has sealed opens.
 *  @throws EnvironmentError when the text, or the file that is there, holds anything else than keys */
export async function adoptSecretKeys(dataFolder: string, text: string): Promise<void> {
  const own = linesOf((await readSecretKeyFile(dataFolder)) ?? '')
  parsed(text)
  const all = [...new Set([...linesOf(text), ...own])]
  await mkdir(dataFolder, { recursive: true })
  await replaceKeyFile(dataFolder, `${all.join('\n')}\n`)
}

/** Where the data folder keeps its keys, one a line, the one that writes first. */
export function secretKeyFile(dataFolder: string): string {
  return join(dataFolder, 'secret.key')
}

const newKey = (): string => randomBytes(KEY_BYTES).toString('hex')

function keysOfText(text: string): SecretKeys {
  return fixedKeys(text.split(',').map((hex) => Buffer.from(hex.trim(), 'hex')))
}

/** The keys of a file, looked at again when something is to be sealed, or names a key that is not known: the
 *  command line may have put another one first. */
function keysOfFile(file: string): SecretKeys {
  let stamp = ''
  let keys = fixedKeys([randomBytes(KEY_BYTES)])

  function look(): SecretKeys {
    try {
      const { mtimeMs, ino, size } = statSync(file)
      const present = `${mtimeMs} ${ino} ${size}`
      if (present === stamp) return keys
      keys = fixedKeys(parsed(readFileSync(file, 'utf8')))
      stamp = present
    } catch (error: unknown) {
      // With the keys it has a controller goes on; without any it must not seal.
      if (stamp === '') throw error
    }
    return keys
  }

  look()
  return {
    writing: () => look().writing(),
    find: (id) => keys.find(id) ?? look().find(id),
    all: () => look().all(),
  }
}

/** @throws EnvironmentError when the text is anything else than keys */
function parsed(text: string): Buffer[] {
  const keys = linesOf(text)
  if (keys.length === 0 || keys.some((hex) => !/^[0-9a-f]{64}$/i.test(hex))) {
    throw new EnvironmentError(
      'secret.key in the data folder is damaged: it must hold 64 hexadecimal digits, or several such lines. Restore it from a backup, or set SIGHTLINE_SECRET_KEY.',
    )
  }
  return keys.map((hex) => Buffer.from(hex, 'hex'))
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** @returns null when there is none */
async function readKeyFile(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  parsed(text)
  return text
}

async function makeKeyFile(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = await writeDraft(file, `${newKey()}\n`)
  try {
    // A link appears complete or not at all, and only once: of two controllers one makes the key.
    await link(draft, file)
  } catch (error: unknown) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const opened = await open(draft, 'wx', 0o600)
  try {
    await opened.writeFile(text)
    await opened.chmod(0o600)
    await giveToOwner(opened, file)
    await opened.sync()
  } finally {
    await opened.close()
  }
  return draft
}

/** A command that root gives must not take the keys from the controllers, who may be somebody else. Root of a container
 *  that may give away nothing keeps them. */
async function giveToOwner(draft: FileHandle, file: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(file).catch(() => stat(dirname(file)))
  if (uid !== 0) await draft.chown(uid, gid).catch(() => undefined)
}
