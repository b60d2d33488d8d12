import { z } from 'zod'
import { text } from '../fields.ts'
import type { Refuse } from '../rule.ts'
import { secret } from '../secrets.ts'

/** What the preset snmp asks for, and as whom. */
export const snmp = z.strictObject({
  version: z
    .enum(['1', '2c', '3'])
    .default('2c')
    .describe('Version of SNMP: 1 and 2c go by community, 3 by user.'),
  community: secret(256).default('public').describe('Community for versions 1 and 2c; write-only.'),
  oid: z
    .string()
    .regex(/^\.?\d+(?:\.\d+)+$/, 'must be an object identifier such as "1.3.6.1.2.1.1.3.0"')
    .default('1.3.6.1.2.1.1.3.0')
    .describe('Object to read.'),
  user: text(256).nullable().default(null).describe('User for version 3.'),
  authProtocol: z
    .enum(['none', 'md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'])
    .default('none')
    .describe('How messages are signed.'),
  authPassword: secret(256)
    .nullable()
    .default(null)
    .describe('Password for signing, 8 characters or more; write-only.'),
  privProtocol: z
    .enum(['none', 'des', 'aes', 'aes256b', 'aes256r'])
    .default('none')
    .describe('How messages are encrypted; needs an authProtocol.'),
  privPassword: secret(256)
    .nullable()
    .default(null)
    .describe('Password for encryption, 8 characters or more; write-only.'),
})

const MAX_OID_NUMBER = 0xffffffff

/** Whether a request can name an object. Source: X.690, section 8.19.4: the first two numbers share a byte. */
export function isObjectIdentifier(oid: string): boolean {
  const numbers = oid.replace(/^\./, '').split('.').map(Number)
  const [first = 3, second = 0] = numbers
  const isRoot = first === 2 ? second < 48 : first < 2 && second < 40
  return isRoot && numbers.every((number) => number <= MAX_OID_NUMBER)
}

/** Judges the object to read. */
export function judgeSnmpObject({ oid }: z.output<typeof snmp>, refuse: Refuse): void {
  if (isObjectIdentifier(oid)) return
  const message =
    'must be an object identifier such as "1.3.6.1.2.1.1.3.0", which begins with 0, 1 or 2 and has numbers up to 4294967295'
  refuse(['snmp', 'oid'], oid, message)
}

/** Shortest password of SNMPv3. Source: RFC 3414, section 11.2 */
const MIN_PASSWORD_LENGTH = 8

/** Judges the user of version 3. */
export function judgeSnmpUser(settings: z.output<typeof snmp>, refuse: Refuse): void {
  const { user, authProtocol, authPassword, privProtocol, privPassword } = settings
  if (user === null || user === '') {
    refuse(['snmp', 'user'], undefined, 'must be sent with the version "3"')
  }
  if (authProtocol !== 'none') judgePassword('authPassword', authPassword, 'authProtocol')
  if (privProtocol === 'none') return
  judgePassword('privPassword', privPassword, 'privProtocol')
  if (authProtocol === 'none') {
    const message = 'must be "none" without an authProtocol: SNMP encrypts only what it signs'
    refuse(['snmp', 'privProtocol'], privProtocol, message)
  }

  function judgePassword(name: string, password: string | null, protocol: string): void {
    if (password !== null && password.length >= MIN_PASSWORD_LENGTH) return
    const message = `must be sent with snmp.${protocol} and have at least ${MIN_PASSWORD_LENGTH} characters`
    refuse(['snmp', name], password ?? undefined, message)
  }
}
