import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstallationFigures } from '../../../controller/src/operation/installation-troubles.ts'
import {
  tellTroubles,
  watchInstallation,
} from '../../../controller/src/operation/watch-installation.ts'
import type { AlertingTest } from '../../helpers/alerting.ts'
import { openAlertingTest } from '../../helpers/alerting.ts'

const GB = 1_000_000_000
const WELL: InstallationFigures = {
  host: 'mon-1',
  disk: { freeBytes: 40 * GB, bytes: 100 * GB },
  rollupLagSeconds: 900,
}
const FULL = { freeBytes: 9.5 * GB, bytes: 100 * GB }

let test: AlertingTest
beforeEach(async () => {
  test = await openAlertingTest()
})
afterEach(() => test.close())

/** A minute passes, and somebody looks. */
async function look(figures: Partial<InstallationFigures>): Promise<void> {
  test.clock.nowMs += 60_000
  await tellTroubles(test.db, { ...WELL, ...figures }, test.clock.nowMs)
  await test.run(['planAlerts'])
}

const told = async () => (await test.alerts()).map(({ title, text }) => `${title}. ${text}`)

describe('an installation', () => {
  it('tells its owner once that a disk is nearly full, and that it has room again', async () => {
    await look({ disk: FULL })
    expect(await told()).toEqual([])
    await look({ disk: FULL })
    await look({ disk: FULL })
    expect(await told()).toEqual([
      expect.stringMatching(
        /^Sightline itself needs somebody\. The disk of the data folder of mon-1 has 9\.5 GB left of 100\.0 GB/,
      ),
    ])
    const [alert] = await test.alerts()
    expect(alert).toMatchObject({
      kind: 'installation',
      monitorId: null,
      recipient: { type: 'member', id: test.ownerId },
    })
    // Another controller's disk is another thing.
    await look({ host: 'mon-2' })
    expect(await told()).toHaveLength(1)
    await look({})
    await look({})
    expect((await told()).slice(1)).toEqual([
      expect.stringContaining(
        'Sightline itself is well again. The disk of the data folder of mon-1',
      ),
    ])
  })

  it('tells of a disk that had a bad minute to nobody', async () => {
    await look({ disk: FULL })
    await look({})
    await look({ disk: FULL })
    expect(await told()).toEqual([])
  })

  it('tells that reports are far behind, beside agents that are lost', async () => {
    await look({ rollupLagSeconds: 4 * 3_600 })
    await look({ rollupLagSeconds: 4 * 3_600, disk: FULL })
    expect(await told()).toEqual([expect.stringContaining('Reports are 4 hours behind')])
    await look({ rollupLagSeconds: 4 * 3_600, disk: FULL })
    expect(await told()).toHaveLength(2)
  })

  it('looks at its own disk and counts', async () => {
    await watchInstallation(test.parts)
    expect(await told()).toEqual([])
  })
})
