import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createFairGate } from '../limits/fair-gate.ts'

const derive = promisify(argon2)

/** OWASP's choice for argon2id (19 MiB, two passes): about 30 ms on one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number }

/** Two at once take 38 MB, and half of the threads that files and names are looked up with too: guesses from many
 *  addresses hold nothing else up. Of those that wait the last is answered within some 4 s. */
const GATE = createFairGate(
  { places: 2, ofOne: 2, waiting: 200, waitingOfOne: 200, waitMs: 10_000 },
  'passwords are being checked',
)

async function derived(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  // The same password typed on another keyboard or system may come in another normal form.
  const message = Buffer.from(password.normalize('NFC'), 'utf8')
  return GATE.pass('passwords', () => derive('argon2id', { message, nonce, ...cost }))
}

/** The text kept of a password: argon2id in the PHC string format, so that the cost can be raised later
 *  without losing the old ones. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derived(password, salt, COST)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(tag)}`
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$(?<salt>[A-Za-z0-9+/]+)\$(?<tag>[A-Za-z0-9+/]+)$/

/** @throws Error when the text is no hash that `hashPassword` makes */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = PHC.exec(hash)
  const [, memory, passes, parallelism] = match ?? []
  const salt = match?.groups?.['salt']
  const tag = match?.groups?.['tag']
  if (salt === undefined || tag === undefined) throw new Error('not an argon2id hash')
  const expected = Buffer.from(tag, 'base64')
  const actual = await derived(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}
