import type { Varbind } from 'net-snmp'
import { printable } from '../../outcome/printable.ts'
import type { Expectation } from '../tcp/expectation.ts'
import type { Verdict } from './exchange.ts'
import { whenExpected, withoutExpected } from './payload.ts'
import { opaqueNumber } from './snmp-opaque.ts'
import type { Snmp } from './snmp-user.ts'

const MAX_VALUE = 200

/** What the reports of SNMPv3 mean, after "The SNMP service <peer> ". Keys are the library's words. */
const REPORTS: readonly (readonly [begin: string, text: string])[] = [
  ['Unknown User Name', 'does not know the user'],
  ['Wrong Digest', 'does not accept the authentication password or its protocol'],
  ['Decryption Error', 'cannot decrypt with the privacy password or its protocol'],
  ['Unsupported Security Level', 'does not offer this security level to the user'],
  ['Not In Time Window', 'says that the request is outside its time window'],
  ['Unknown Engine ID', 'does not know its own engine id'],
]

/** The value as bytes: text and numbers as people write them. */
function bytesOf(snmp: Snmp, { type, value }: Varbind): Buffer {
  if (!Buffer.isBuffer(value)) return Buffer.from(String(value ?? ''))
  if (type === snmp.ObjectType.Opaque) {
    const number = opaqueNumber(value)
    return number === null ? value : Buffer.from(number)
  }
  if (type !== snmp.ObjectType.Counter64) return value
  return Buffer.from(BigInt(`0x${value.toString('hex') || '0'}`).toString())
}

/** Text where the bytes are text, else pairs of hexadecimal digits. */
function shownValue(bytes: Buffer): string {
  // oxlint-disable-next-line no-control-regex
  const isText = !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(bytes.toString())
  return printable(isText ? bytes.toString() : bytes.toString('hex'), MAX_VALUE)
}

/** What a reply without an error says. An expectation is one about the object's value. */
export function judgeVarbinds(
  snmp: Snmp,
  varbinds: readonly Varbind[],
  expectation: Expectation | null,
  peer: string,
  signal: AbortSignal,
): Verdict | Promise<Verdict> {
  const varbind = varbinds[0]
  if (varbind === undefined) {
    return { kind: 'wrong', message: `${peer} gave an empty SNMP reply.`, details: null }
  }
  const type = varbind.type === undefined ? '' : snmp.ObjectType[varbind.type]
  const oid = printable(varbind.oid, MAX_VALUE)
  if (snmp.isVarbindError(varbind)) {
    const message = `The SNMP service ${peer} has no object ${oid} (${type}).`
    return { kind: 'wrong', message, details: { snmp: { oid, type } } }
  }
  const bytes = bytesOf(snmp, varbind)
  const details = { snmp: { oid, type, value: shownValue(bytes) } }
  const right = { kind: 'right', attempt: null, details } as const
  if (expectation === null) return right
  return whenExpected(bytes, expectation, signal, (isIn) => {
    if (isIn) return right
    const { message } = withoutExpected(Buffer.from(shownValue(bytes)), expectation, peer)
    return { kind: 'wrong', message, details }
  })
}

function sentenceOf(snmp: Snmp, error: Error): string {
  if (error instanceof snmp.RequestFailedError) {
    // For a number that it does not know, the library gives a name.
    const { status } = error as Error & { status: number | string }
    if (typeof status === 'string') return 'answered with an error of an unknown number'
    if (status === snmp.ErrorStatus.NoSuchName) return 'has no such object (noSuchName)'
    return `answered with the error ${snmp.ErrorStatus[status] ?? status}`
  }
  if (!(error instanceof snmp.ResponseInvalidError)) return 'gave a reply that cannot be used'
  const { code, message } = error
  const codes = snmp.ResponseInvalidCode
  const report = REPORTS.find(([begin]) => message.startsWith(begin))
  if (report !== undefined) return report[1]
  if (code === codes.EAuthFailure) return 'signed its reply with another authentication password'
  if (code === codes.ECouldNotDecrypt) return 'encrypted its reply with another privacy password'
  if (code === codes.ECommunityNoMatch) return 'replied with another community'
  if (code === codes.EVersionNoMatch) return 'replied in another version of SNMP'
  if (code === codes.EReqResOidNoMatch) return 'replied about another object'
  return 'gave a reply that does not fit the request'
}

/** Whether an error is about a reply; else the library could not make the request. */
export function isOfPeer(snmp: Snmp, error: Error): boolean {
  return error instanceof snmp.RequestFailedError || error instanceof snmp.ResponseInvalidError
}

/** A reply that is an error, or that the library does not accept. */
export function judgeError(snmp: Snmp, error: Error, peer: string): Verdict {
  const message = `The SNMP service ${peer} ${sentenceOf(snmp, error)}.`
  return { kind: 'wrong', message, details: null }
}
