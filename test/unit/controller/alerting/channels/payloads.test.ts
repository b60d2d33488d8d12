import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discordPayload } from '../../../../../controller/src/alerting/channels/discord.ts'
import { ntfyPayload, ntfyTopicOf } from '../../../../../controller/src/alerting/channels/ntfy.ts'
import { pagerdutyPayload } from '../../../../../controller/src/alerting/channels/pagerduty.ts'
import { shorten } from '../../../../../controller/src/alerting/channels/shorten.ts'
import { slackPayload } from '../../../../../controller/src/alerting/channels/slack.ts'
import { teamsPayload } from '../../../../../controller/src/alerting/channels/teams.ts'
import { telegramPayload } from '../../../../../controller/src/alerting/channels/telegram.ts'
import { webhookPayload } from '../../../../../controller/src/alerting/channels/webhook.ts'
import { htmlMail } from '../../../../../controller/src/alerting/message/html-mail.ts'
import { aMessage, NASTY } from '../a-message.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

const nasty = aMessage({
  title: NASTY,
  summary: NASTY,
  facts: [{ label: 'Why', value: NASTY }],
  entries: [NASTY],
})
const long = aMessage({
  title: '*'.repeat(5_000),
  summary: '😀'.repeat(5_000),
  facts: Array.from({ length: 30 }, () => ({ label: 'x'.repeat(400), value: '_'.repeat(4_000) })),
  entries: Array.from({ length: 60 }, () => 'e'.repeat(500)),
})

/** A bundle of as many alerts as one lists, each with a reason. */
const wordy = aMessage({
  entries: Array.from({ length: 100 }, (_, n) => `${n} ${'ü "why" '.repeat(60)}`),
})

describe('text of users', () => {
  it('stays plain text in Slack, where the only markup is ours', () => {
    const payload: Json = slackPayload(nasty)
    const marked = payload.blocks
      .flatMap((block: Json) => [block.text, ...(block.elements ?? [])])
      .filter((text: Json) => text?.type === 'mrkdwn')
    expect(marked.map((text: Json) => text.text)).toEqual([
      ':red_circle:',
      '<https://monitor.example.com/monitors/mon_1?a=1&amp;b=2|Open the monitor>',
    ])
    expect(payload.text).not.toMatch(/[<>]/)
  })

  it('is escaped in Discord and mentions nobody', () => {
    const payload: Json = discordPayload(nasty)
    expect(payload.allowed_mentions).toEqual({ parse: [] })
    const [embed] = payload.embeds
    for (const text of [embed.title, embed.description, embed.fields[0].value]) {
      expect(text.replaceAll(/\\[\\*_~`|>#[\]()<@-]/g, '')).not.toMatch(/[*_~`|[\]<@]/)
    }
  })

  it('is in text runs of a Teams card only, which know no markup', () => {
    const payload: Json = teamsPayload(nasty)
    const { contentType, content } = payload.attachments[0]
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive')
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' })
    expect(new Set(content.body.map((part: Json) => part.type))).toEqual(new Set(['RichTextBlock']))
    expect(content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open the monitor', url: nasty.link?.url },
    ])
  })

  it('is escaped in Telegram and in mails', () => {
    const payload: Json = telegramPayload(nasty, '-100')
    expect(payload).toMatchObject({ chat_id: '-100', parse_mode: 'HTML' })
    expect(payload.text.replace(/^<b>/, '').replace('</b>\n', '')).not.toMatch(/[<>"']/)
    expect(htmlMail(nasty)).not.toContain('<b>')
    expect(htmlMail(nasty)).not.toContain('<!channel>')
  })

  it('can be anything without breaking the HTML of a mail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = htmlMail(aMessage({ title: '', facts: [] }))
        const html = htmlMail(aMessage({ title: text, facts: [] }))
        expect(html.match(/[<>]/g)?.length).toBe(clean.match(/[<>]/g)?.length)
      }),
    )
  })
})

describe('limits of the services', () => {
  it('are kept whatever the length of the text', () => {
    const slack: Json = slackPayload(long)
    expect(slack.blocks.length).toBeLessThanOrEqual(50)
    expect(slack.blocks[0].text.text.length).toBeLessThanOrEqual(150)
    for (const block of slack.blocks) {
      expect(block.text?.text.length ?? 0).toBeLessThanOrEqual(3_000)
    }
    const discord: Json = discordPayload(long)
    const [embed] = discord.embeds
    const total =
      embed.title.length +
      embed.description.length +
      embed.fields.reduce((sum: number, f: Json) => sum + f.name.length + f.value.length, 0)
    expect(embed.title.length).toBeLessThanOrEqual(256)
    expect(embed.fields.length).toBeLessThanOrEqual(25)
    expect(total).toBeLessThanOrEqual(6_000)
    for (const sized of [long, wordy]) {
      const [attachment] = (teamsPayload(sized) as Json).attachments
      const kept = JSON.stringify({ ...attachment, content: JSON.stringify(attachment.content) })
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(28_672 * 0.9)
    }
    const telegram: Json = telegramPayload(long, '1')
    expect(telegram.text.replaceAll(/<\/?b>/g, '').length).toBeLessThanOrEqual(4_096)
    const ntfy: Json = ntfyPayload(long, 'topic')
    expect(Buffer.byteLength(ntfy.message)).toBeLessThanOrEqual(4_096)
    const pagerduty: Json = pagerdutyPayload(long, 'key', 'trigger')
    expect(pagerduty.payload.summary.length).toBeLessThanOrEqual(1_024)
  })

  it('have a Teams card say how many alerts it leaves out', () => {
    const texts = (message: Parameters<typeof teamsPayload>[0]): string[] =>
      (teamsPayload(message) as Json).attachments[0].content.body.map(
        (part: Json) => part.inlines.at(-1).text,
      )
    const told = texts(wordy).filter((text) => text.startsWith('•')).length
    expect(told).toBeGreaterThan(10)
    expect(texts(wordy).at(-1)).toBe(`and ${100 - told} more`)
    const all = aMessage({ entries: Array.from({ length: 100 }, (_, n) => `Shop ${n} is down`) })
    expect(texts(all).at(-1)).toBe('• Shop 99 is down')
  })

  it('of Discord on links are kept: what it takes for none is text', () => {
    const embedOf = (url: string): Json =>
      (discordPayload(aMessage({ link: { label: 'Open it', url } })) as Json).embeds[0]
    const full = 'https://monitor.example.com/monitors/mon_1'
    expect(embedOf(full)).toMatchObject({ url: full })
    for (const url of ['http://localhost:8080/a_b', 'http://sightline:80/', 'http://10.0.0.7/']) {
      expect(embedOf(url)).not.toHaveProperty('url')
      expect(embedOf(url).description.endsWith(`\nOpen it: ${url}`)).toBe(true)
    }
    const [embed] = (
      discordPayload({ ...long, link: { label: 'Open it', url: 'http://localhost/' } }) as Json
    ).embeds
    expect(embed.description.length).toBeLessThanOrEqual(1_900)
  })

  it('never leave half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const short = shorten(text, max)
        expect(short.length).toBeLessThanOrEqual(max)
        expect(short.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('PagerDuty', () => {
  it('gets a trigger and a resolve with the same key', () => {
    const down: Json = pagerdutyPayload(aMessage(), 'R'.repeat(32), 'trigger')
    expect(down).toMatchObject({
      routing_key: 'R'.repeat(32),
      event_action: 'trigger',
      dedup_key: 'out_1',
      payload: {
        summary: 'Shop is down',
        source: 'https://shop.example.com/',
        severity: 'critical',
        timestamp: '2026-03-10T12:00:00.000Z',
        class: 'connectionRefused',
        custom_details: { Why: 'The connection is refused.' },
      },
      links: [{ href: aMessage().link?.url, text: 'Open the monitor' }],
    })
    expect(pagerdutyPayload(aMessage({ kind: 'up' }), 'R', 'resolve')).toEqual({
      routing_key: 'R',
      event_action: 'resolve',
      dedup_key: 'out_1',
    })
  })
})

describe('ntfy', () => {
  it.each([
    ['https://ntfy.sh/alerts', 'https://ntfy.sh/', 'alerts'],
    ['https://example.com/ntfy/my_topic-1/', 'https://example.com/ntfy/', 'my_topic-1'],
    ['http://[::1]:8080/t', 'http://[::1]:8080/', 't'],
  ])('%s is server and topic', (url, serverUrl, topic) => {
    expect(ntfyTopicOf(url)).toEqual({ serverUrl, topic })
  })

  it.each(['https://ntfy.sh', 'https://ntfy.sh/', 'https://ntfy.sh/a%20b', 'nothing'])(
    '%s is no topic',
    (url) => expect(ntfyTopicOf(url)).toBeNull(),
  )

  it('rings through for what is down', () => {
    expect(ntfyPayload(aMessage(), 'alerts')).toMatchObject({
      topic: 'alerts',
      priority: 5,
      tags: ['rotating_light'],
      click: aMessage().link?.url,
    })
  })
})

describe('a webhook', () => {
  it('gets everything there is to know', () => {
    expect(webhookPayload(aMessage(), { id: 'alr_1', nowMs: 0 })).toMatchObject({
      deliveryId: 'alr_1',
      kind: 'down',
      resolved: false,
      occurredAt: '2026-03-10T12:00:00.000Z',
      since: '2026-03-10T11:55:00.000Z',
      outageId: 'out_1',
      changes: [],
      text: expect.stringContaining('Why: The connection is refused.'),
    })
  })
})
