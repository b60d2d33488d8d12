import type { AlertView } from '../../controller/src/alerting/delivery/read-alerts.ts'
import { reviewAlerts } from '../../controller/src/alerting/watch/review-alerts.ts'
import type { AlertingTest } from './alerting.ts'

const PLANNING = ['planAlerts', 'followOutage', 'sendDigest'] as const

/** What tests of the planning of alerts do again and again. */
export interface AlertPlanning {
  /** "down email owner queued": what was planned for whom, in one line each. */
  readonly planned: () => Promise<string[]>
  /** Runs the jobs that plan. */
  readonly plan: () => Promise<void>
  /** Looks at what is held back, and plans. */
  readonly review: () => Promise<void>
  /** Moves the clock minute by minute: plans, and takes deliveries for done. */
  readonly passSending: (minutes: number) => Promise<void>
  /** Says of every alert that waits that it was sent. */
  readonly sendAll: () => Promise<void>
}

/** @param current the installation of the test that runs */
export function createAlertPlanning(current: () => AlertingTest): AlertPlanning {
  async function planned(): Promise<string[]> {
    const test = current()
    const names = new Map([[test.ownerId, 'owner']])
    return (await test.alerts()).map((alert: AlertView) =>
      [
        alert.kind,
        alert.channel,
        names.get(alert.recipient.id) ?? alert.recipient.name,
        alert.state,
        alert.suppressedBy,
      ]
        .filter((part) => part !== null)
        .join(' '),
    )
  }

  async function sendAll(): Promise<void> {
    const { db, clock } = current()
    await db.query(
      {
        text: `update alerts set state = 'sent', sent_at = $1, due_at = null where state = 'queued'`,
      },
      [new Date(clock.nowMs)],
    )
  }

  async function plan(): Promise<void> {
    await current().run(PLANNING)
  }

  return {
    planned,
    plan,
    sendAll,
    async review() {
      await reviewAlerts(current().parts)
      await plan()
    },
    async passSending(minutes) {
      for (let minute = 0; minute < minutes; minute += 1) {
        current().clock.nowMs += 60_000
        await plan()
        await sendAll()
      }
    },
  }
}
