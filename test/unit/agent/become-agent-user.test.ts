import { expect, test } from 'vitest'
import { keptFlags } from '../../../agent/src/become-agent-user.ts'

test('flags that name what only root reads do not reach the agent', () => {
  const flags = [
    '--controller',
    'a:1',
    '--token',
    'secret',
    '--token-file=-',
    '--ca',
    '/root/ca.pem',
  ]
  expect(keptFlags([...flags, '--data-dir', 'x', '--region=eu', '--tls'])).toEqual([
    '--controller',
    'a:1',
    '--region=eu',
    '--tls',
  ])
})
