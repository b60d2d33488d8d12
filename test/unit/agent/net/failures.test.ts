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

it('names the firewall that the system tells as a host that cannot be reached', () => {
  const code = 'EHOSTUNREACH'
  const error = Object.assign(new Error(code), { code, syscall: 'connect' })
  expect(failureOf(error, 'connect', 'site.example:443')).toEqual({
    source: 'network',
    phase: 'connect',
    cause: 'hostUnreachable',
    message:
      'The connection to site.example:443 failed: the host cannot be reached, or a firewall forbids it.',
  })
})
