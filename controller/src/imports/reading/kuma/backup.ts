import type { NotCarried, Reading, ReadMonitor } from '../reading.ts'
import { NOTHING } from '../reading.ts'
import type { Row } from '../values.ts'
import { flagOf, numberOf, sentFields, textOf, within } from '../values.ts'
import type { Groups } from './groups.ts'
import { readGroups } from './groups.ts'
import { convertKind } from './kinds.ts'
import { convertWindows } from './maintenance.ts'
import { convertNotifications } from './notifications.ts'
import { tagsOf } from './tags.ts'

/** Rows of an installation of Uptime Kuma: names of fields are those of its backup or of its database. */
export interface KumaRows {
  readonly monitors: readonly Row[]
  readonly notifications: readonly Row[]
  readonly maintenance: readonly Row[]
  /** Other things that it keeps, by what they are called. */
  readonly others: Readonly<Record<string, number>>
}

interface Context {
  readonly groups: Groups
  readonly contactsOf: ReadonlyMap<string, readonly string[]>
}

const MAX_RETRIES = 5
const MAX_RETRY_SECONDS = 60
const MAX_REPEAT_MINUTES = 10_080

/** What everything of an installation becomes. */
export function convertRows(rows: KumaRows): Reading {
  const { contacts, notCarried, refsOf } = convertNotifications(rows.notifications)
  const groups = readGroups(rows.monitors)
  const monitors: ReadMonitor[] = []
  const left: NotCarried[] = [...notCarried]
  for (const row of rows.monitors) {
    const made = convertMonitor(row, { groups, contactsOf: refsOf })
    if ('reason' in made) left.push(made)
    else monitors.push(made)
  }
  const maintenance = convertWindows(rows.maintenance)
  return {
    ...NOTHING,
    contacts,
    monitors,
    windows: maintenance.windows,
    notCarried: [...left, ...maintenance.notCarried, ...othersOf(rows.others)],
  }
}

function othersOf(others: KumaRows['others']): NotCarried[] {
  return Object.entries(others).flatMap(([what, count]): NotCarried[] =>
    count === 0
      ? []
      : [
          {
            what,
            name: String(count),
            at: null,
            reason: `The file holds ${what}, which are not read.`,
          },
        ],
  )
}

function convertMonitor(row: Row, { groups, contactsOf }: Context): ReadMonitor | NotCarried {
  const id = textOf(row, 'id') ?? ''
  const kind = textOf(row, 'type') ?? 'unknown'
  const name = textOf(row, 'name') ?? `${kind} ${id}`
  const place = { name, at: `monitor ${id}` }
  const left = (reason: string): NotCarried => ({ what: `${kind} monitor`, ...place, reason })
  if (kind === 'group') return left(`A group becomes the tag "${name}" of its monitors.`)
  if (flagOf(row, 'upside_down', 'upsideDown') === true) {
    return left('It is upside down (up while the check fails), for which there is nothing here.')
  }
  const made = convertKind(kind, row)
  if ('notCarried' in made) return left(made.notCarried)
  const { path, isActive } = groups.of(row)
  const body = sentFields({
    type: made.type,
    url: made.url,
    name,
    timeoutMs: timeoutOf(row),
    confirmation: confirmationOf(row),
    alerts: alertsOf(row, contactsOf),
    tags: tagsOf(row, path),
    settings: made.settings,
  })
  const warnings = [...made.warnings, ...lossesOf(row)]
  if (typeof made.pausedFor === 'string') {
    warnings.push(`${made.pausedFor} It is made paused: set what is missing, then resume it.`)
  }
  return {
    ref: `monitor ${id}`,
    ...place,
    body,
    intervalSeconds: numberOf(row, 'interval'),
    isActive: isActive && typeof made.pausedFor !== 'string',
    warnings,
  }
}

/** Seconds there; 0 is what it takes by itself. */
function timeoutOf(row: Row): number | undefined {
  const seconds = numberOf(row, 'timeout')
  return seconds === null || seconds <= 0 ? undefined : Math.round(seconds * 1_000)
}

function confirmationOf(row: Row): Row | undefined {
  const retries = numberOf(row, 'maxretries')
  if (retries === null) return undefined
  const seconds = numberOf(row, 'retry_interval', 'retryInterval')
  return sentFields({
    retries: within(Math.trunc(retries), 0, MAX_RETRIES),
    retryDelaySeconds:
      seconds === null || seconds <= 0
        ? undefined
        : within(Math.round(seconds), 1, MAX_RETRY_SECONDS),
  })
}

/** It is told again every so many checks that fail. */
function alertsOf(row: Row, contactsOf: Context['contactsOf']): Row {
  const every = numberOf(row, 'resend_interval', 'resendInterval') ?? 0
  const minutes = Math.ceil((every * (numberOf(row, 'interval') ?? 60)) / 60)
  const contactIds = notificationsOf(row).flatMap((id) => contactsOf.get(id) ?? [])
  const watchesExpiry = flagOf(row, 'expiry_notification', 'expiryNotification')
  return sentFields({
    contactIds: contactIds.length === 0 ? undefined : [...new Set(contactIds)],
    repeatMinutes: every <= 0 ? undefined : within(minutes, 1, MAX_REPEAT_MINUTES),
    tlsExpiryDays: watchesExpiry === false ? [] : undefined,
  })
}

/** Ids of its notifications: a backup has an object with `true` by id. */
function notificationsOf(row: Row): string[] {
  const list = row['notificationIDList']
  if (Array.isArray(list)) return list.map(String)
  if (typeof list !== 'object' || list === null) return []
  return Object.entries(list).flatMap(([id, isOn]) => (isOn === true ? [id] : []))
}

function lossesOf(row: Row): string[] {
  const losses: string[] = []
  const retries = numberOf(row, 'maxretries') ?? 0
  if (retries > MAX_RETRIES) losses.push(`It is retried ${MAX_RETRIES} times, not ${retries}.`)
  const seconds = numberOf(row, 'retry_interval', 'retryInterval') ?? 0
  if (retries > 0 && seconds > MAX_RETRY_SECONDS) {
    losses.push(`It is retried after ${MAX_RETRY_SECONDS} s, not after ${seconds} s.`)
  }
  if (textOf(row, 'proxy_id', 'proxyId') !== null) {
    losses.push('Its proxy is not carried over: agents connect by themselves.')
  }
  if (textOf(row, 'description') !== null) {
    losses.push('Its description is not carried over: monitors here have none.')
  }
  return losses
}
