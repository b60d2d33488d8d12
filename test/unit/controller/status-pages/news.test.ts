import { describe, expect, it } from 'vitest'
import type {
  ShownMaintenance,
  ShownOutage,
} from '../../../../controller/src/status-pages/shown/public-status.ts'
import { composeNews } from '../../../../controller/src/status-pages/subscribers/compose-news.ts'
import {
  keysToLookUp,
  newsOf,
  untold,
} from '../../../../controller/src/status-pages/subscribers/news.ts'
import { composeNewsMail } from '../../../../controller/src/status-pages/subscribers/subscriber-mail.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const minutesAgo = (minutes: number): Date => new Date(NOW - minutes * 60_000)

const outage = (fields: Partial<ShownOutage> = {}): ShownOutage => ({
  id: 'out_1',
  component: 'Shop',
  startedAt: minutesAgo(5),
  endedAt: null,
  notes: [],
  ...fields,
})
const maintenance = (fields: Partial<ShownMaintenance> = {}): ShownMaintenance => ({
  id: 'occ_1',
  windowId: 'mw_1',
  repeats: false,
  from: minutesAgo(-60),
  to: minutesAgo(-120),
  isUnderWay: false,
  toldSince: minutesAgo(10),
  description: 'New disks',
  components: ['Shop'],
  ...fields,
})
const keys = (outages: ShownOutage[], planned: ShownMaintenance[] = []) =>
  newsOf({ outages, maintenance: planned }, NOW).map(({ kind, subject }) => `${kind} ${subject}`)

describe('news', () => {
  it('are outages that began, what was written on them, and their ends', () => {
    const note = { id: 'nte_1', at: minutesAgo(2), text: 'We look into it.' }
    expect(keys([outage({ notes: [note] })])).toEqual(['opened out_1', 'note nte_1'])
    expect(keys([outage({ endedAt: minutesAgo(1) })])).toEqual(['closed out_1'])
  })

  it('leave out what began, or was written, too long ago', () => {
    const note = { id: 'nte_1', at: minutesAgo(61), text: 'We look into it.' }
    expect(keys([outage({ startedAt: minutesAgo(90), notes: [note] })])).toEqual([])
  })

  it('tell maintenance that is moved again, and what repeats once', () => {
    const once = keys([], [maintenance()])
    expect(keys([], [maintenance({ from: minutesAgo(-90) })])).not.toEqual(once)
    const weekly = [1, 2].map((n) => maintenance({ repeats: true, from: minutesAgo(-60 * n) }))
    expect(keys([], weekly)).toEqual(['planned mw_1'])
    expect(keys([], [maintenance({ isUnderWay: true })])).toEqual([])
  })

  it('are told once, and an end only where the beginning was', () => {
    const news = newsOf({ outages: [outage({ endedAt: minutesAgo(1) })], maintenance: [] }, NOW)
    const opened = { kind: 'opened', subject: 'out_1' } as const
    const closed = { kind: 'closed', subject: 'out_1' } as const
    expect(keysToLookUp(news)).toEqual([closed, opened])
    expect(untold(news, [])).toEqual([])
    expect(untold(news, [opened])).toEqual(news)
    expect(untold(news, [opened, closed])).toEqual([])
  })
})

describe('a mail with news', () => {
  const page = { title: 'Example', timezone: 'Europe/Berlin' }
  const reader = {
    email: 'reader@example.com',
    pageUrl: 'https://sightline.example.com/status/example',
    unsubscribeToken: 'token',
  }
  const mailOf = (outages: ShownOutage[], planned: ShownMaintenance[] = [], title = 'Example') => {
    const news = newsOf({ outages, maintenance: planned }, NOW)
    return composeNewsMail(composeNews({ ...page, title }, news), reader)
  }

  it('tells what happened in the zone of the page', () => {
    const mail = mailOf([outage()])
    expect(mail.subject).toBe('[Example] Shop is down')
    expect(mail.text).toContain('Shop has been down since 10 Mar 2026, 12:55 CET.')
    expect(mail.text).toContain(reader.pageUrl)
  })

  it('tells all that happened at once in one, what is down first', () => {
    const second = outage({ id: 'out_2', component: 'Mail', endedAt: minutesAgo(1) })
    const mail = mailOf([second, outage()], [maintenance()])
    expect(mail.subject).toBe('[Example] Shop is down, and 2 more')
    expect(mail.text).toContain('Mail was down from')
    expect(mail.text).toContain('for 4 minutes')
    expect(mail.text).toContain('New disks, from 10 Mar 2026, 14:00 CET to')
  })

  it('can be left with one click', () => {
    expect(mailOf([outage()]).headers).toMatchObject({
      'List-Unsubscribe': `<${reader.pageUrl}/unsubscribe?token=token>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  it('shows what people wrote as text, in one line', () => {
    const hostile = '<img src=x onerror=alert(1)>\r\nBcc: all@example.com'
    const note = { id: 'nte_1', at: minutesAgo(2), text: hostile }
    const mail = mailOf([outage({ component: hostile, notes: [note] })], [], hostile)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.text).not.toMatch(/^Bcc/m)
  })
})
