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

  it('of one alert is that alert', () => {
    const message = aMessage({})
    expect(composeBundle('bdl_1', [message], URL)).toBe(message)
  })
})
