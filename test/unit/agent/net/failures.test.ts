import { expect, it } from 'vitest'
import { failureOf } from '../../../../agent/src/net/failures.ts'

it.each([
  { code: 'EADDRNOTAVAIL', why: 'no port is left for TCP', cause: 'agentFault' },
  { code: 'EADDRINUSE', why: 'no port is left for UDP', cause: 'agentFault' },
  { code: 'EMFILE', why: 'no file is left to open', cause: 'agentFault' },
  { code: 'EAFNOSUPPORT', why: 'the machine has no IPv6', cause: 'agentEgressDown' },
])('that $why ($code) is no fault of the target', ({ code, cause }) => {
  const error = Object.assign(new Error(code), { code, syscall: 'connect' })
  expect(failureOf(error, 'connect', 'site.example:443')).toMatchObject({ source: 'agent', cause })
})
