import { describe, expect, it } from 'vitest'
import { htmlMail } from '../../../../../controller/src/alerting/message/html-mail.ts'
import { inZone } from '../../../../../controller/src/alerting/message/in-zone.ts'
import { plainText } from '../../../../../controller/src/alerting/message/plain-text.ts'
import { aMessage } from '../a-message.ts'

const AT = Date.parse('2026-03-10T11:58:00.000Z')

const fact = { label: 'Down since', value: '2026-03-10 11:58:00 UTC (2 minutes ago)', atMs: AT }

describe('a message in a zone', () => {
  it('tells times by its clocks, and in UTC beside it', () => {
    const { facts } = inZone(aMessage({ facts: [fact] }), 'Europe/Berlin')
    expect(facts[0]?.value).toBe('2026-03-10 12:58:00 Europe/Berlin, 11:58:00 UTC (2 minutes ago)')
  })

  it('says both dates where they differ', () => {
    const { facts } = inZone(aMessage({ facts: [fact] }), 'Pacific/Kiritimati')
    expect(facts[0]?.value).toBe(
      '2026-03-11 01:58:00 Pacific/Kiritimati, 2026-03-10 11:58:00 UTC (2 minutes ago)',
    )
  })

  it.each([null, 'UTC', 'Etc/UTC'])('stays as it is in %s', (zone) => {
    const message = aMessage({ facts: [fact] })
    expect(inZone(message, zone)).toBe(message)
  })

  it('names the zone of a list once', () => {
    const message = inZone(
      aMessage({
        facts: [],
        entries: ['2026-03-10 11:58:00 UTC: Shop is down. Why: it is.', 'and 7 more'],
        entryParts: [{ atMs: AT, text: 'Shop is down. Why: it is.', url: 'https://a.example/1' }],
      }),
      'Europe/Berlin',
    )
    expect(message.facts).toEqual([
      { label: 'Times', value: 'Europe/Berlin, with UTC in brackets' },
    ])
    expect(plainText(message)).toContain(
      '- 2026-03-10 12:58:00 (11:58:00 UTC): Shop is down. Why: it is.\n- and 7 more',
    )
    expect(htmlMail(message)).toContain(
      '>2026-03-10 12:58:00 (11:58:00 UTC)</div><a href="https://a.example/1" style="color:#101828;text-decoration-color:#d0d5dd">Shop is down. Why: it is.</a>',
    )
  })
})
