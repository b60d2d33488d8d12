import { expect, test } from 'vitest'
import { localAgentAddress } from '../../../../controller/src/supervisor/local-agent-address.ts'

test.each([
  ['127.0.0.1:50051', '127.0.0.1:50051'],
  ['0.0.0.0:50051', '127.0.0.1:50051'],
  ['[::]:4000', '127.0.0.1:4000'],
])('a controller that listens on %s is reached at %s', (listens, reached) => {
  expect(localAgentAddress(listens, null)).toEqual({ controller: reached, environment: {} })
})
