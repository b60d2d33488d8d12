import { withDistinctNames } from '../distinct-names.ts'
import type { NotCarried, ReadThing } from '../reading.ts'
import type { Row } from '../values.ts'
import { jsonOf, isRow, textOf } from '../values.ts'

/** Ways to be told, as fields of contacts: one for each address. */
type Convert = (config: Row) => readonly Row[]

const field =
  (name: string, ...sources: readonly string[]): Convert =>
  (config) => {
    const value = textOf(config, ...sources)
    return value === null ? [] : [{ [name]: value }]
  }

const KINDS: Readonly<Record<string, Convert>> = {
  smtp(config) {
    // Whoever gets a copy is told as well.
    const parts = ['smtpTo', 'smtpCC', 'smtpBCC'].flatMap((each) =>
      (textOf(config, each) ?? '').split(/[,;]/),
    )
    const emails = parts.map((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.trim())
    return [...new Set(emails)].flatMap((email) => (email === '' ? [] : [{ email }]))
  },
  webhook: field('webhookUrl', 'webhookURL'),
  slack: field('slackUrl', 'slackwebhookURL'),
  discord: field('discordUrl', 'discordWebhookUrl'),
  teams: field('teamsUrl', 'webhookUrl'),
  PagerDuty(config) {
    const pagerdutyKey = textOf(config, 'pagerdutyIntegrationKey')
    if (pagerdutyKey === null) return []
    const url = URL.parse(textOf(config, 'pagerdutyIntegrationUrl') ?? '')
    const isEuropean = url?.hostname === 'events.eu.pagerduty.com'
    return [{ pagerdutyKey, ...(isEuropean ? { pagerdutyRegion: 'eu' } : {}) }]
  },
  telegram(config) {
    const botToken = textOf(config, 'telegramBotToken')
    const chatId = textOf(config, 'telegramChatID')
    return botToken === null || chatId === null ? [] : [{ telegram: { botToken, chatId } }]
  },
  ntfy(config) {
    const server = textOf(config, 'ntfyserverurl')?.replace(/\/+$/, '') ?? null
    const topic = textOf(config, 'ntfytopic')
    if (server === null || topic === null) return []
    const ntfyToken = textOf(config, 'ntfyaccesstoken')
    return [{ ntfyUrl: `${server}/${topic}`, ...(ntfyToken === null ? {} : { ntfyToken }) }]
  },
}

/** What a notification has that its contact has not: without a word of it, the first real alert would be the one that is
 *  refused. */
function lossesOf(kind: string, config: Row): string[] {
  const has = (name: string): boolean => textOf(config, name) !== null
  if (kind === 'webhook' && has('webhookAdditionalHeaders')) {
    return [
      'Its additional headers are left out: if its receiver asks for them, it refuses the alerts.',
    ]
  }
  if (kind === 'telegram' && has('telegramMessageThreadID')) {
    return ['Its topic is left out: messages go to the chat itself.']
  }
  // What was typed in before stays in the file when it is no longer used.
  const method = textOf(config, 'ntfyAuthenticationMethod') ?? 'usernamePassword'
  if (kind === 'ntfy' && has('ntfyusername') && method === 'usernamePassword') {
    return ['Its user and password are left out: make an access token in ntfy, and set that.']
  }
  return []
}

/** What the notifications of a backup become. */
export interface ConvertedNotifications {
  readonly contacts: readonly ReadThing[]
  readonly notCarried: readonly NotCarried[]
  /** What of the contacts a notification is, by its id. */
  readonly refsOf: ReadonlyMap<string, readonly string[]>
}

/** Notifications as alert contacts: one each, or one for each address that a mail goes to. */
export function convertNotifications(rows: readonly Row[]): ConvertedNotifications {
  const contacts: ReadThing[] = []
  const notCarried: NotCarried[] = []
  const refsOf = new Map<string, readonly string[]>()
  for (const row of rows) {
    const id = textOf(row, 'id') ?? ''
    const sent = jsonOf(row, 'config')
    const config = isRow(sent) ? sent : row
    const kind = textOf(config, 'type') ?? 'unknown'
    const name = textOf(row, 'name') ?? textOf(config, 'name') ?? `${kind} ${id}`
    const convert = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
    const ways = convert?.(config) ?? []
    if (ways.length === 0) {
      const reason =
        convert === undefined
          ? 'There is no channel of this kind: make a contact with another one, such as a webhook.'
          : 'The file does not say where it leads.'
      notCarried.push({ what: `${kind} notification`, name, at: `notification ${id}`, reason })
    }
    const warnings = lossesOf(kind, config)
    const made = ways.map((way, index): ReadThing => {
      const ref = `notification ${id}${index === 0 ? '' : ` address ${index + 1}`}`
      const ownName = index === 0 ? name : `${name} (${index + 1})`
      const body = { name: ownName, ...way }
      return { ref, name: ownName, at: `notification ${id}`, body, warnings }
    })
    contacts.push(...made)
    refsOf.set(
      id,
      made.map(({ ref }) => ref),
    )
  }
  return { contacts: withDistinctNames(contacts), notCarried, refsOf }
}
