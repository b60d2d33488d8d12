import { afterAll, beforeAll, describe, it } from 'vitest'
import { openCutNetwork } from '../bench/detection/cut-network.ts'
import type { Scene } from './causes/scene.ts'
import { CUT_REGION, REGIONS, setScene } from './causes/scene.ts'

// Every cause of the table is read back from a target that is broken in its way: here those that take a
// whole installation, with agents and targets in networks of their own; the others, which one agent
// can tell, in test/integration/diagnosis; a browser's in render.test.ts beside this file.

/** A slot comes round within a minute, then the outage has to be confirmed and looked into. */
const OUTAGE_LIMIT_MS = 150_000
/** Three slots running. */
const REGIONAL_LIMIT_MS = 270_000
/** Fewer say nothing about what is usual. */
const USUAL_CHECKS = 6

/** Half of them stay well: with five that fail from one region only, its agent would lose its vote. */
const HOSTS = 8

const network = await openCutNetwork(HOSTS).catch(() => null)
let scene: Scene

beforeAll(async () => {
  if (network !== null) scene = await setScene(network)
})
afterAll(async () => {
  await scene?.stop()
  await network?.close()
})

describe.skipIf(network === null)('why it is down, over the API', { concurrent: true }, () => {
  it('connects are taken seconds late', async ({ expect }) => {
    const { create, breakTarget, places, untilChecked, analysed } = scene
    const id = await create(`http://${places.line}/`, { timeoutMs: 4_500 })
    await untilChecked(id, USUAL_CHECKS)
    await breakTarget('line')
    const { verdict } = await analysed(id, 'slowConnect', OUTAGE_LIMIT_MS)
    expect(verdict).toMatchObject({ category: 'performance', scope: 'global' })
    expect(verdict.explanation).toMatch(
      /connecting took \d(\.\d)? s in [a-z-]+ where \d+ ms is usual/,
    )
  })

  it('the TLS handshake is held back', async ({ expect }) => {
    const { create, breakTarget, places, untilChecked, analysed } = scene
    const settings = { tls: { verify: false } }
    // Beside all other tests an agent took 3 s to hear that it was connected.
    const id = await create(`https://${places.handshake}/`, { timeoutMs: 8_000, settings })
    await untilChecked(id, USUAL_CHECKS)
    await breakTarget('handshake')
    const { verdict } = await analysed(id, 'slowTls', OUTAGE_LIMIT_MS)
    expect(verdict).toMatchObject({ category: 'performance', scope: 'global' })
    expect(verdict.explanation).toMatch(/the TLS handshake took \d(\.\d)? s in [a-z-]+ where/)
  })

  it('the monitor it depends on is down', async ({ expect }) => {
    const { create, breakTarget, places, untilChecked, analysed } = scene
    const parent = await create(`http://${places.parent}/`)
    const child = await create(`http://${places.child}/`, { dependsOn: [parent] })
    await untilChecked(parent, 1)
    await untilChecked(child, 1)
    await breakTarget('parent')
    await analysed(parent, 'connectionRefused', OUTAGE_LIMIT_MS)
    await breakTarget('child')
    const { alternatives, related } = await analysed(child, 'dependencyDown', OUTAGE_LIMIT_MS)
    expect(alternatives[0]).toMatchObject({ cause: 'serverError' })
    expect(related.map(({ monitorId }) => monitorId)).toContain(parent)
  })

  it('all hosts of a provider are gone', async ({ expect }) => {
    const { create, provider, untilChecked, analysed } = scene
    const ids = await Promise.all(provider.urls.map((url) => create(url, { timeoutMs: 2_000 })))
    for (const id of ids) await untilChecked(id, 1)
    await provider.switchOff()
    const told = await Promise.all(
      ids.map((id) => analysed(id, /^(?:sharedProvider|connectionTimeout)$/, OUTAGE_LIMIT_MS)),
    )
    // The first to be looked into could not know of the others.
    const shared = told.filter(({ verdict }) => verdict.cause === 'sharedProvider')
    expect(shared.length).toBeGreaterThan(0)
    for (const { related } of shared) {
      const found = related.filter(({ monitorId }) => ids.includes(monitorId))
      expect(found).toHaveLength(ids.length - 1)
    }
  })

  it('only the agents of one region lost their way out', async ({ expect }) => {
    const { create, cutAgent, healthyUrls, untilChecked, analysed } = scene
    const regions = [CUT_REGION, REGIONS[0]]
    const ids = await Promise.all(
      healthyUrls.map((url) => create(url, { timeoutMs: 2_000, regions })),
    )
    for (const id of ids) await untilChecked(id, 1)
    await cutAgent()
    const [first = ''] = ids
    const { verdict } = await analysed(first, 'agentEgressDown', REGIONAL_LIMIT_MS)
    expect(verdict).toMatchObject({ category: 'ours', scope: 'regional' })
    expect(verdict.explanation).toContain(`${CUT_REGION} is not well: it also fails 10.79.200.`)
  })
})
