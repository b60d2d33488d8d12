import { encode } from 'dns-packet'
import { expect, test } from 'vitest'
import { followAliases } from '../../../../agent/src/dns/alias-chain.ts'
import { readMessage } from '../../../../agent/src/dns/message.ts'
import { answersQuestion, encodeQuestion } from '../../../../agent/src/dns/question.ts'
import { recordText } from '../../../../agent/src/dns/record-text.ts'
import { serviceBindingText } from '../../../../agent/src/dns/service-binding.ts'
import { readName } from '../../../../agent/src/dns/wire-name.ts'
import { record } from '../../../helpers/dns-server.ts'

const SOA = { mname: 'a.b', rname: 'c.d', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 5 }

const MESSAGE = encode({
  type: 'response',
  id: 1,
  questions: [{ name: 'www.example.com', type: 'A' }],
  answers: [
    record('www.example.com', 'CNAME', 'cdn.example'),
    record('cdn.example', 'A', '192.0.2.1'),
    record('cdn.example', 'AAAA', '2001:db8::1'),
    record('cdn.example', 'MX', { preference: 1, exchange: 'mail.example' }),
    record('cdn.example', 'TXT', ['a', 'b']),
    record('cdn.example', 'SRV', { priority: 1, weight: 2, port: 3, target: 'srv.example' }),
    record('cdn.example', 'CAA', { flags: 0, tag: 'issue', value: 'ca.example' }),
    record('cdn.example', 'UNKNOWN_65', Buffer.from('000100000100030268320003000201bb', 'hex')),
  ],
  authorities: [record('example.com', 'SOA', SOA)],
})

function readAll(bytes: Buffer): readonly string[] {
  const message = readMessage(bytes)
  if (message === null) return []
  followAliases(message, 'www.example.com', 1)
  const { answers, authorities, additionals } = message
  return [...answers, ...authorities, ...additionals].map((each) => recordText(message, each))
}

test('a message is read record by record', () => {
  expect(readAll(MESSAGE)).toEqual([
    'cdn.example',
    '192.0.2.1',
    '2001:db8::1',
    '1 mail.example',
    'ab',
    '1 2 3 srv.example',
    '0 issue "ca.example"',
    '1 . alpn=h2 port=443',
    'a.b c.d 1 2 3 4 5',
  ])
})

test('whatever a server sends is read without an error', () => {
  // The same pseudo-random bytes in each run: numbers of Park and Miller.
  let state = 42
  const random = (below: number): number => {
    state = (state * 48_271) % 0x7fffffff
    return state % below
  }
  for (let round = 0; round < 3_000; round += 1) {
    const bytes = Buffer.from(
      MESSAGE.subarray(0, round % 3 === 0 ? random(MESSAGE.length) : undefined),
    )
    for (let flips = random(8); flips > 0 && bytes.length > 0; flips -= 1) {
      bytes[random(bytes.length)] = random(4) === 0 ? 0xc0 : random(256)
    }
    expect(readAll(bytes).every((text) => typeof text === 'string')).toBe(true)
  }
})

test('a message cut anywhere is not taken for a whole one', () => {
  for (let length = 0; length < MESSAGE.length; length += 1) {
    expect(readMessage(MESSAGE.subarray(0, length))).toBeNull()
  }
})

test('a large message made of pointers to pointers is refused', () => {
  const bytes = Buffer.alloc(65_535)
  bytes.writeUInt16BE(0x8180, 2)
  bytes.writeUInt16BE(5_000, 6)
  bytes.writeUInt16BE(0xc000 | 16_000, 12)
  for (let at = 14; at < 16_384; at += 2) bytes.writeUInt16BE(0xc000 | (at - 2), at)
  expect(readName(bytes, 16_000)).toBeNull()
  expect(readMessage(bytes)).toBeNull()
})

test.for([
  ['a pointer to itself', 'c000', 0],
  ['a pointer forward', 'c004000000', 0],
  ['a pointer that is cut', 'c0', 0],
  ['a label that is cut', '0361', 0],
  ['a label of a reserved kind', '4061', 0],
  ['no end', '0161', 0],
] as const)('%s is no name', ([, hex, at]) => {
  expect(readName(Buffer.from(hex, 'hex'), at)).toBeNull()
})

test('a name longer than 255 bytes is none, and odd bytes in labels are escaped', () => {
  const label = Buffer.concat([Buffer.from([63]), Buffer.alloc(63, 'a')])
  expect(readName(Buffer.concat([label, label, label, label, Buffer.alloc(1)]), 0)).toBeNull()
  const odd = Buffer.from('\x05a.\\\x00\xffB\x01c\x00', 'latin1')
  odd[0] = 6
  expect(readName(odd, 0)?.name).toBe('a\\.\\\\\\000\\255b.c')
})

test.for([
  ['an alias', '000003666f6f00', '0 foo'],
  ['the root as target', '000100', '1 .'],
  ['a priority only', '0001', null],
  ['keys out of order', '00010000030002 01bb00010003026832', null],
  ['a key twice', '00010000030002 01bb0003000201bb', null],
  ['a port of one byte', '0001000003000101', null],
  ['a value beyond the end', '000100000300ff01bb', null],
  ['an empty list of protocols', '00010000010000', null],
  ['half an address', '000100000400020102', null],
  ['a value that needs none', '0001000002000101', null],
  ['an unknown key', '000100029a0003612c22', '1 . key666=a\\,\\"'],
  ['an unknown key without value', '000100029a0000', '1 . key666'],
])('the parameters of a service with %s', ([, hex, text]) => {
  const data = Buffer.from((hex ?? '').replaceAll(' ', ''), 'hex')
  expect(serviceBindingText(data)).toBe(text)
})

const QUESTION = {
  name: 'ab.example',
  type: 'HTTPS',
  recursive: true,
  dnssec: false,
  unchecked: false,
  edns: true,
} as const

test('a reply answers a question only with its id, name and type', async () => {
  const asked = await encodeQuestion(QUESTION)
  const reply = (change: (bytes: Buffer) => void): boolean => {
    const bytes = Buffer.from(asked.bytes)
    bytes.writeUInt16BE(0x8180, 2)
    change(bytes)
    return answersQuestion(bytes, asked)
  }
  expect(reply(() => {})).toBe(true)
  expect(reply((bytes) => bytes.write('AB', 13))).toBe(true)
  expect(reply((bytes) => bytes.write('ac', 13))).toBe(false)
  // 0x41 and 0x61 are one letter in a name, but two types.
  expect(reply((bytes) => bytes.writeUInt8(0x61, asked.end - 3))).toBe(false)
  expect(reply((bytes) => bytes.writeUInt16BE(2, 4))).toBe(false)
  expect(reply((bytes) => bytes.writeUInt16BE(0, 4))).toBe(false)
  expect(reply((bytes) => bytes.writeUInt32BE(0x81850000, 2))).toBe(true)
  expect(reply((bytes) => bytes.writeUInt16BE(0x0100, 2))).toBe(false)
  expect(answersQuestion(asked.bytes.subarray(0, 11), asked)).toBe(false)
})
