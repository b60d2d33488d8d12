import type { Socket, SocketType } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import * as snmp from 'net-snmp'
import { onTestFinished } from 'vitest'

/** Object the agent has, an octet string "a test agent". */
export const SYSTEM_NAME = '1.3.6.1.2.1.1.5.0'

const USERS = [
  { name: 'plain', level: snmp.SecurityLevel.noAuthNoPriv },
  {
    name: 'signed',
    level: snmp.SecurityLevel.authNoPriv,
    authProtocol: snmp.AuthProtocols.sha256,
    authKey: 'a long password',
  },
  {
    name: 'secret',
    level: snmp.SecurityLevel.authPriv,
    authProtocol: snmp.AuthProtocols.sha,
    authKey: 'a long password',
    privProtocol: snmp.PrivProtocols.aes,
    privKey: 'another long one',
  },
  {
    name: 'old',
    level: snmp.SecurityLevel.authPriv,
    authProtocol: snmp.AuthProtocols.md5,
    authKey: 'a long password',
    privProtocol: snmp.PrivProtocols.des,
    privKey: 'another one',
  },
]

/** An SNMP agent with the community "public" and the users above, on a free loopback port.
 *  @returns the port */
export async function startSnmpAgent(host = '127.0.0.1'): Promise<number> {
  const sockets: Socket[] = []
  const listening: Promise<unknown>[] = []
  // The library itself cannot listen on a port of the system's choice.
  const dgramModule = {
    createSocket(type: SocketType) {
      const socket = createSocket(type)
      const bind = socket.bind.bind(socket)
      socket.bind = () => bind(0, host)
      sockets.push(socket)
      listening.push(once(socket, 'listening'))
      return socket
    },
  }
  const transport = host.includes(':') ? 'udp6' : 'udp4'
  const agent = snmp.createAgent(
    { port: 1, address: host, transport, dgramModule, engineID: '8000B98380AABBCCDDEEFF0011' },
    () => {},
  )
  const authorizer = agent.getAuthorizer()
  authorizer.addCommunity('public')
  for (const user of USERS) authorizer.addUser(user)
  agent.getMib().registerProvider({
    name: 'sysName',
    type: snmp.MibProviderType.Scalar,
    oid: SYSTEM_NAME.replace(/\.0$/, ''),
    scalarType: snmp.ObjectType.OctetString,
    maxAccess: snmp.MaxAccess['read-only'],
  })
  agent.getMib().setScalarValue('sysName', 'a test agent')
  await Promise.all(listening)
  onTestFinished(() => agent.close())
  return sockets[0]?.address().port ?? 0
}

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x81, body.length]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}

const number = (value: number): Buffer => tlv(2, Buffer.of(value >> 8, value & 255))
const octets = (hex = ''): Buffer => tlv(4, Buffer.from(hex, 'hex'))

/** A report of SNMPv3 about a request. Source: RFC 3414, section 5 (usmStats)
 *  @param statistic 1 security level, 2 time window, 3 user, 4 engine id, 5 digest, 6 decryption
 *  @param boots 0 keeps the requester asking for the engine's time */
export function snmpReport(request: Buffer, statistic: number, boots = 1): Buffer {
  // The message id follows the version (3) and the head of the global data.
  const at = request.indexOf(Buffer.of(2, 1, 3)) + 5
  const messageId = request.subarray(at, at + 2 + request.readUInt8(at + 1))
  const engineId = octets('8000b98380aabbccddeeff0011')
  const globalData = tlv(0x30, messageId, number(1500), octets('00'), number(3))
  const times = [number(boots), number(boots)]
  const security = tlv(4, tlv(0x30, engineId, ...times, octets(), octets(), octets()))
  const oid = tlv(6, Buffer.of(0x2b, 6, 1, 6, 3, 15, 1, 1, statistic, 0))
  const variables = tlv(0x30, tlv(0x30, oid, tlv(0x41, Buffer.of(1))))
  const report = tlv(0xa8, number(1), number(0), number(0), variables)
  const scoped = tlv(0x30, engineId, octets(), report)
  return tlv(0x30, number(3), globalData, security, scoped)
}
