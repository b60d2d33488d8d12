import type { TriedAlerts } from '../../alerting/delivery/delivery-parts.ts'
import type { Family } from '../family.ts'

const BUCKETS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800]
/** With the minutes that a monitor may ask to wait before it is called down. */
const TOLD_BUCKETS_S = [0.5, 1, 2.5, 5, 10, 20, 60, 180, 600, 3_600]

const OUTCOMES: readonly TriedAlerts['outcome'][] = ['sent', 'retry', 'refused']

/** Alerts on their way out. */
export const alertMetrics: Family<'alertsTried'> = ({ counter, histogram }) => {
  const tried = counter({
    name: 'sightline_alerts_tried_total',
    help: 'Alerts that were sent, by channel and what came of it: sent, retry (it is tried again) or refused.',
    labelNames: ['channel', 'outcome'],
  })
  const delivery = histogram({
    name: 'sightline_alert_delivery_seconds',
    help: 'From the decision to tell somebody until the receiver took it.',
    labelNames: ['channel'],
    buckets: BUCKETS_S,
  })
  const told = histogram({
    name: 'sightline_outage_told_seconds',
    help: 'From the beginning of an outage (its first failing check) until somebody was told that it is down.',
    buckets: TOLD_BUCKETS_S,
  })
  return {
    alertsTried({ channel, outcome, alerts, atMs }) {
      // All of them: a channel where none was ever sent is to say so, for whoever compares.
      for (const each of OUTCOMES) {
        tried.inc({ channel, outcome: each }, each === outcome ? alerts.length : 0)
      }
      if (outcome !== 'sent') return
      for (const { queuedAtMs, kind, outageStartedAtMs } of alerts) {
        delivery.observe({ channel }, Math.max(0, atMs - queuedAtMs) / 1000)
        if (kind !== 'down' || outageStartedAtMs === null) continue
        told.observe(Math.max(0, atMs - outageStartedAtMs) / 1000)
      }
    },
  }
}
