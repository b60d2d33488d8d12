import type { Resolution } from '@sightline/shared/name-resolution'
import { describe, expect, it } from 'vitest'
import { withPatience } from '../../../../controller/src/imports/limited-patience.ts'

const OPTIONS = { timeoutMs: 5_000, family: 'any' } as const

/** A name server, and of what it was asked. */
function serverThat(answer: (host: string) => Resolution) {
  const asked: string[] = []
  const resolve = async (host: string): Promise<Resolution> => {
    asked.push(host)
    return answer(host)
  }
  return { asked, resolve }
}

const silent = (): Resolution => ({ ok: false, reason: 'timeout', message: 'Nothing.', ms: 5_000 })

describe('name servers that are waited for with limited patience', () => {
  it('are not asked any more once they took too long in all', async () => {
    const server = serverThat(silent)
    const resolve = withPatience(server.resolve, 12_000)
    const found: Resolution[] = []
    for (let name = 0; name < 1_000; name += 1)
      found.push(await resolve(`n${name}.example`, OPTIONS))
    expect(server.asked).toEqual(['n0.example', 'n1.example', 'n2.example'])
    expect(found.at(-1)).toMatchObject({ ok: false, reason: 'timeout', ms: 0 })
  })

  it('are asked for every name while they answer quickly', async () => {
    const server = serverThat(() => ({ ok: true, addresses: ['192.0.66.1'], ms: 1 }))
    const resolve = withPatience(server.resolve, 12_000)
    for (let name = 0; name < 1_000; name += 1) await resolve(`n${name}.example`, OPTIONS)
    expect(server.asked).toHaveLength(1_000)
  })
})
