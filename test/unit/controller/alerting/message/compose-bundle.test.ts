import { describe, expect, it } from 'vitest'
import { composeBundle } from '../../../../../controller/src/alerting/message/compose-bundle.ts'
import { plainText } from '../../../../../controller/src/alerting/message/plain-text.ts'
import { aMessage } from '../a-message.ts'

const URL = 'https://monitor.example.com'

describe('a bundle', () => {
  it('counts its alerts by kind, lists them in their order and is as urgent as the worst', () => {
    const bundle = composeBundle(
      'bdl_1',
      [
        aMessage({ kind: 'up', severity: 'good', isResolved: true, title: 'A is up again' }),
        aMessage({ kind: 'down', severity: 'critical', title: 'B is down', reason: 'Refused.' }),
        aMessage({ kind: 'up', severity: 'good', isResolved: true, title: 'C is up again' }),
      ],
      URL,
    )
    expect(bundle).toMatchObject({
      title: '3 alerts: 2 up again, 1 down',
      severity: 'critical',
      isResolved: false,
    })
    expect(bundle.entries).toEqual([
      expect.stringContaining('A is up again'),
      expect.stringMatching(/ UTC: B is down\. Refused\.$/),
      expect.stringContaining('C is up again'),
    ])
    expect(plainText(bundle)).toContain('- ')
    expect(bundle.link).toEqual({ label: 'See the outages', url: `${URL}/outages` })
    expect(bundle.entryParts?.[1]).toMatchObject({ text: 'B is down. Refused.' })
  })

  it('says how many it does not list', () => {
    const more = Array.from({ length: 1_200 }, () => aMessage({}))
    const { title, entries, link } = composeBundle('bdl_1', [aMessage({}), ...more], URL)
    expect(title).toMatch(/^1201 alerts/)
    expect(entries).toHaveLength(101)
    expect(entries.at(-1)).toBe('and 1101 more: the history of alerts has them all')
    expect(link?.url).toBe(`${URL}/alerting?tab=history`)
  })

  it('says how long what is told again lasts, and how many fail for each reason', () => {
    const refused = { code: 'connectionRefused', title: 'The connection is refused' }
    const expired = { code: 'certExpired', title: 'The certificate has expired' }
    const bundle = composeBundle(
      'bdl_1',
      [
        aMessage({ kind: 'down', title: 'A is down', cause: expired, reason: null }),
        aMessage({ kind: 'stillDown', title: 'B is still down', cause: refused, reason: null }),
        aMessage({ kind: 'stillDown', title: 'C is still down', cause: refused, reason: null }),
        aMessage({
          kind: 'up',
          severity: 'good',
          isResolved: true,
          title: 'D is up again',
          reason: 'Refused.',
        }),
      ],
      URL,
    )
    expect(bundle.entryParts?.map(({ text }) => text)).toEqual([
      'A is down',
      'B is still down after 5 minutes',
      'C is still down after 5 minutes',
      'D is up again after 5 minutes of downtime. Why it was down: Refused.',
    ])
    expect(bundle.facts).toEqual([
      { label: 'Why', value: 'The connection is refused (2). The certificate has expired (1)' },
    ])
  })

  it('of one alert is that alert', () => {
    const message = aMessage({})
    expect(composeBundle('bdl_1', [message], URL)).toBe(message)
  })
})
