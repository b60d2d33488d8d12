import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { touchController } from '../../../controller/src/db/controllers.ts'
import { noteFailure, readMailFailure } from '../../../controller/src/db/failing-destinations.ts'
import type { InstallationFigures } from '../../../controller/src/operation/installation-troubles.ts'
import {
  tellTroubles,
  watchInstallation,
} from '../../../controller/src/operation/watch-installation.ts'
import type { AlertingTest } from '../../helpers/alerting.ts'
import { openAlertingTest } from '../../helpers/alerting.ts'
import { insertVoters } from '../../helpers/rows.ts'

const GB = 1_000_000_000
const ROOMY = { freeBytes: 40 * GB, bytes: 100 * GB }
const WELL: InstallationFigures = {
  disks: [
    { host: 'mon-1', ...ROOMY },
    { host: 'mon-2', ...ROOMY },
  ],
  rollupLagSeconds: 900,
  nearestClockMs: 12,
  mailError: null,
  hasMail: true,
}
const FULL = {
  disks: [
    { host: 'mon-1', freeBytes: 9.5 * GB, bytes: 100 * GB },
    { host: 'mon-2', ...ROOMY },
  ],
}

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
    await look(FULL)
    expect(await told()).toEqual([])
    await look(FULL)
    await look(FULL)
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
    // One that says nothing now, as an older version does, is as it was.
    await look({ disks: [{ host: 'mon-1', freeBytes: null, bytes: null }] })
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
    await look(FULL)
    await look({})
    await look(FULL)
    expect(await told()).toEqual([])
  })

  it('tells once of a disk that is about as full as it may be', async () => {
    const left = (gb: number) => ({
      disks: [{ host: 'mon-1', freeBytes: gb * GB, bytes: 100 * GB }],
    })
    for (const gb of [9.9, 9.9, 10.1, 9.9, 9.9, 11, 9.8, 9.8, 12.4]) await look(left(gb))
    expect(await told()).toHaveLength(1)
    await look(left(12.5))
    expect((await told())[1]).toContain('The disk of the data folder of mon-1 has room again.')
    await look(left(11))
    await look(left(11))
    expect(await told()).toHaveLength(2)
  })

  it('tells that reports are far behind, beside agents that are lost', async () => {
    await look({ rollupLagSeconds: 4 * 3_600 })
    await look({ rollupLagSeconds: 4 * 3_600, ...FULL })
    expect(await told()).toEqual([expect.stringContaining('Reports are 4 hours behind')])
    await look({ rollupLagSeconds: 4 * 3_600, ...FULL })
    expect(await told()).toHaveLength(2)
  })

  it('tells that no agent has a say by its clock, and that they have it again', async () => {
    await insertVoters(test.db, ['eu-west', 'us-east'])
    const clocks = (ofOne: number, ofOther: number) =>
      test.db.query({
        text: `update agents set clock_offset_ms = case region when 'eu-west' then ${ofOne} else ${ofOther} end,
          last_seen_at = now(), left_at = null`,
      })
    const watch = async (): Promise<void> => {
      test.clock.nowMs += 60_000
      await watchInstallation({ ...test.parts, smtpUrl: null })
      await test.run(['planAlerts'])
    }
    await clocks(-300_000, 40)
    await watch()
    await watch()
    expect(await told()).toEqual([])
    await clocks(-300_000, -290_000)
    await watch()
    await watch()
    expect(await told()).toEqual([
      expect.stringContaining(
        "The clock of the database's machine is 290 seconds or more ahead of those of all agents, so nothing they find counts",
      ),
    ])
    await test.db.query({ text: 'update agents set left_at = now()' })
    await watch()
    expect(await told()).toHaveLength(1)
    await clocks(0, 0)
    await watch()
    expect((await told())[1]).toContain('agrees with those of agents again.')
  })

  it('ends what it told of a disk whose controller is gone', async () => {
    await look(FULL)
    await look(FULL)
    await look({ disks: [{ host: 'mon-2', ...ROOMY }] })
    await look({ disks: [{ host: 'mon-2', ...ROOMY }] })
    expect((await told()).slice(1)).toEqual([
      expect.stringContaining('There is no controller on mon-1 any more'),
    ])
  })

  it('tells that mail fails on other channels of its owners, and that it works again', async () => {
    const ofOwner = await test.addContact({
      email: { email: 'Owner@example.com' },
      webhook: { url: 'https://hooks.example/1', secret: 'one' },
    })
    await test.addContact({ webhook: { url: 'https://hooks.example/2', secret: 'two' } })
    const toldTo = async () =>
      (await test.alerts()).map(({ recipient, channel }) => `${recipient.id} ${channel}`)
    const fails = { mailError: 'The mail server refused the connection' }
    await look(fails)
    await look(fails)
    expect(await toldTo()).toEqual([`${test.ownerId} email`, `${ofOwner} webhook`])
    expect((await told())[1]).toContain(
      'Mail does not go out: The mail server refused the connection. Alerts by mail reach nobody',
    )
    await look({})
    expect(await toldTo()).toHaveLength(4)
    expect((await told())[3]).toContain('Mail goes out again.')
  })

  it('does not take mail for mended that is not tried any more', async () => {
    await test.addContact({ webhook: { url: 'https://hooks.example/1', secret: 'one' } })
    await look({ mailError: 'It is away.' })
    await look({ mailError: 'It is away.' })
    const before = (await told()).length
    test.clock.nowMs += 60_000
    await watchInstallation({ ...test.parts, smtpUrl: null })
    await test.run(['planAlerts'])
    const [over] = (await told()).slice(before)
    expect(over).toContain('SMTP_URL is not set any more')
    expect(over).not.toContain('goes out again')
  })

  it('tells that mail fails to whom it can where no contact is an owner', async () => {
    const contact = await test.addContact({ ntfy: { url: 'https://ntfy.example/a', token: null } })
    await test.addContact({ email: { email: 'mail@example.com' } })
    await look({ mailError: 'It is away.' })
    await look({ mailError: 'It is away.' })
    const [, second, ...others] = await test.alerts()
    expect([second?.recipient.id, others]).toEqual([contact, []])
  })

  it('looks at what its controllers say of their disks, while they live', async () => {
    const touch = (id: string, freeBytes: number) =>
      touchController(test.db, {
        id,
        hostname: 'mon-1',
        startedAt: new Date(),
        clockOffsetMs: 0,
        disk: { freeBytes, bytes: 100 * GB },
      })
    await touch('one', 40 * GB)
    await touch('two', 2 * GB)
    const parts = { ...test.parts, smtpUrl: 'smtp://mail.example' }
    const watch = async (): Promise<void> => {
      test.clock.nowMs += 60_000
      await watchInstallation(parts)
      await test.run(['planAlerts'])
    }
    await watch()
    await watch()
    expect(await told()).toEqual([expect.stringContaining('mon-1 has 2.0 GB left')])
    await test.db.query({
      text: `update controllers set last_seen_at = now() - interval '6 minutes'`,
    })
    await watch()
    expect((await told())[1]).toContain('There is no controller on mon-1 any more')
  })

  it('takes mail for failing when none went out since one did not', async () => {
    const before = () => readMailFailure(test.db, new Date(test.clock.nowMs))
    const fail = (recipientId: string) =>
      noteFailure(
        test.db,
        { workspaceId: test.workspaceId, recipientId, channel: 'email' },
        {
          at: new Date(test.clock.nowMs - 1_000),
          attempts: 1,
          error: 'The mail server is away.',
          nextAttemptAt: new Date(test.clock.nowMs),
        },
      )
    expect(await before()).toBe(null)
    await fail('ctc_one')
    expect(await before()).toBe('The mail server is away.')
    expect(await readMailFailure(test.db, new Date(test.clock.nowMs - 60_000))).toBe(null)
    // The owner's mail of this goes out.
    await look({ mailError: 'It is away.' })
    await look({ mailError: 'It is away.' })
    await test.db.query({ text: `update alerts set state = 'sent', due_at = null, sent_at = $1` }, [
      new Date(test.clock.nowMs),
    ])
    expect(await before()).toBe(null)
  })
})
