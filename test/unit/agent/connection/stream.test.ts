import { status } from '@grpc/grpc-js'
import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import { createBackoff } from '../../../../agent/src/connection/backoff.ts'
import type { LinkEnd } from '../../../../agent/src/connection/link.ts'
import type { Session } from '../../../../agent/src/connection/session.ts'
import { createStream, plainReason } from '../../../../agent/src/connection/stream.ts'
import { createTurns } from '../../../../agent/src/connection/turns.ts'
import { eventually } from '../../../helpers/eventually.ts'

test('connects again after every end, and not after it was stopped', async () => {
  const ends: ((end: LinkEnd) => void)[] = []
  const stream = createStream({
    connect: (): Session => {
      const ended = Promise.withResolvers<LinkEnd>()
      ends.push(ended.resolve)
      return {
        wake: () => {},
        sendWork: () => {},
        finish: () => ended.resolve({ code: status.OK, message: '' }),
        ended: ended.promise,
      }
    },
    controllers: createTurns([{ name: 'a' }]),
    backoff: createBackoff(() => 0),
    log: createLogger('test', 'silent'),
  })
  stream.start()
  ends[0]?.({ code: status.UNAVAILABLE, message: 'away' })
  await eventually(() => ends.length === 2)
  expect(stream.trouble()).toBe('the last try: a: away')
  ends[1]?.({ code: status.UNAUTHENTICATED, message: 'revoked' })
  await eventually(() => ends.length === 3)
  expect(stream.trouble()).toBe('a refuses this agent: revoked')
  stream.alive()
  expect(stream.trouble()).toBeNull()
  await stream.stop(1_000)
  expect(ends).toHaveLength(3)
})

test('says hello anew when what it announces has changed, at once and without a word', async () => {
  const ends: ((end: LinkEnd) => void)[] = []
  const waits: boolean[] = []
  const stream = createStream({
    connect: (): Session => {
      const ended = Promise.withResolvers<LinkEnd>()
      ends.push(ended.resolve)
      const finish = (): void => ended.resolve({ code: status.OK, message: '' })
      return { wake: () => {}, sendWork: () => {}, finish, ended: ended.promise }
    },
    controllers: createTurns([{ name: 'a' }]),
    backoff: {
      reset: () => {},
      nextMs: (wasRefused) => {
        waits.push(wasRefused)
        return 0
      },
    },
    log: createLogger('test', 'silent'),
  })
  stream.renew()
  stream.start()
  stream.renew()
  stream.renew()
  await eventually(() => ends.length === 2)
  expect(waits).toEqual([])
  ends[1]?.({ code: status.UNAVAILABLE, message: 'away' })
  await eventually(() => ends.length === 3)
  expect(waits).toEqual([false])
  await stream.stop(1_000)
})

test('waits longer each time up to a limit, longer still when it was refused', () => {
  const backoff = createBackoff(() => 0.999_999)
  const waits = Array.from({ length: 10 }, () => Math.round(backoff.nextMs(false)))
  expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(Math.max(...waits)).toBe(10_000)
  expect(Math.round(backoff.nextMs(true))).toBe(30_000)
  backoff.reset()
  expect(Math.round(backoff.nextMs(false))).toBe(1_000)
})

test('goes on to another controller after every end, and not to say hello anew', async () => {
  const tried: string[] = []
  const ends: ((end: LinkEnd) => void)[] = []
  const stream = createStream({
    connect: ({ name }): Session => {
      const ended = Promise.withResolvers<LinkEnd>()
      tried.push(name)
      ends.push(ended.resolve)
      const finish = (): void => ended.resolve({ code: status.OK, message: '' })
      return { wake: () => {}, sendWork: () => {}, finish, ended: ended.promise }
    },
    controllers: createTurns([{ name: 'a' }, { name: 'b' }]),
    backoff: createBackoff(() => 0),
    log: createLogger('test', 'silent'),
  })
  stream.start()
  ends[0]?.({ code: status.UNAVAILABLE, message: 'it has lost its database' })
  await eventually(() => tried.length === 2)
  stream.alive()
  stream.renew()
  await eventually(() => tried.length === 3)
  ends[2]?.({ code: status.UNAVAILABLE, message: 'away' })
  await eventually(() => tried.length === 4)
  await stream.stop(1_000)
  const [first, second] = tried
  expect(tried).toEqual([first, second, second, first])
  expect(tried.slice(0, 2).toSorted()).toEqual(['a', 'b'])
})

test('of several controllers all are tried before the waits grow', () => {
  const backoff = createBackoff(() => 0.999_999, 3)
  const waits = Array.from({ length: 7 }, () => Math.round(backoff.nextMs(false)))
  expect(waits).toEqual([1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 4_000])
})

test.for([
  [
    'No connection established. Last error: Failed to connect (2026-11-21T13:33:50.410Z). Resolution note: ',
    'the connection was closed at once: does the controller expect TLS (--ca or --tls), or a certificate that it trusts and that is not over (--certificate)?',
  ],
  [
    'No connection established. Last error: 40:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:../a.c:918:SSL alert number 116\n (2026-11-21T13:33:50.410Z). Resolution note: ',
    'the controller asks for a certificate: start the agent with --certificate and --key (one of npm start: SIGHTLINE_AGENT_CERT and SIGHTLINE_AGENT_KEY)',
  ],
  [
    'No connection established. Last error: Error: self-signed certificate in certificate chain. Resolution note: ',
    "the controller's certificate is of an authority that is not trusted here (self-signed certificate in certificate chain): name the file of that authority with --ca",
  ],
  [
    'No connection established. Last error: Error: unable to verify the first certificate. Resolution note: ',
    "the controller's certificate is of an authority that is not trusted here (unable to verify the first certificate): name the file of that authority with --ca",
  ],
  [
    'No connection established. Last error: Error: certificate has expired. Resolution note: ',
    "the controller's certificate has expired, or the clock of this machine is wrong",
  ],
  [
    'No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ',
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'No connection established. Last error: Error: 40:error:0A:SSL routines::wrong version number:../a.c:77:\n. Resolution note: ',
    'the controller does not speak TLS on this port',
  ],
  ['the agent token has been revoked', 'the agent token has been revoked'],
] as const)('tells a person why: %s', ([message, reason]) => {
  expect(plainReason(message)).toBe(reason)
})
