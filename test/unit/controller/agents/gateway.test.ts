import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConnectionParts } from '../../../../controller/src/agents/connection.ts'
import { createGateway } from '../../../../controller/src/agents/gateway.ts'

test('a port that is taken is an error of ours, not a line of the library', async () => {
  const lines = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => lines.mockRestore())
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  // Nobody connects: the parts are never used.
  const gateway = createGateway({} as ConnectionParts, null)
  onTestFinished(() => gateway.stop())
  const { port } = other.address() as AddressInfo
  await expect(gateway.listen('127.0.0.1', port)).rejects.toThrow(/EADDRINUSE|No address/)
  expect(lines).not.toHaveBeenCalled()
})
