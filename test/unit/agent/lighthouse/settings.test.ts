import { describe, expect, test } from 'vitest'
import {
  DIAGNOSTIC_AUDITS,
  METRIC_AUDITS,
  OPPORTUNITY_AUDITS,
  THIRD_PARTIES_AUDIT,
} from '../../../../agent/src/lighthouse/audit-ids.ts'
import { SafeSourceMaps } from '../../../../agent/src/lighthouse/safe-source-maps.ts'
import { labConfig, labFlags } from '../../../../agent/src/lighthouse/settings.ts'

const namesOf = (audits: unknown): string[] =>
  (audits as readonly string[]).map((file) => file.split('/').at(-1) ?? '')

describe('the settings of a run', () => {
  test('ask for every audit that is read, and that counts', () => {
    const { audits, categories } = labConfig()
    const asked = namesOf(audits)
    expect(asked).toEqual(
      expect.arrayContaining([
        ...Object.values(METRIC_AUDITS),
        ...Object.values(DIAGNOSTIC_AUDITS),
        ...OPPORTUNITY_AUDITS,
        THIRD_PARTIES_AUDIT,
        'color-contrast',
        'is-on-https',
        'is-crawlable',
      ]),
    )
    const counting = Object.values(categories ?? {}).flatMap(({ auditRefs }) => auditRefs)
    expect(counting.map(({ id }) => id).filter((id) => !asked.includes(id))).toEqual([])
    expect(Object.keys(categories ?? {})).toEqual([
      'performance',
      'accessibility',
      'best-practices',
      'seo',
    ])
  })

  test('leave out what leads the page elsewhere, and pictures', () => {
    const asked = namesOf(labConfig().audits)
    for (const id of ['bf-cache', 'final-screenshot', 'screenshot-thumbnails', 'llms-txt']) {
      expect(asked).not.toContain(id)
    }
  })

  test.each([
    ['mobile', 4, true, 'Android'],
    ['desktop', 1, false, 'Macintosh'],
  ] as const)('simulate a %s', (device, cpuSlowdownMultiplier, mobile, system) => {
    expect(labFlags(device, 50_000)).toMatchObject({
      formFactor: device,
      throttlingMethod: 'simulate',
      throttling: { cpuSlowdownMultiplier },
      screenEmulation: { mobile },
      emulatedUserAgent: expect.stringContaining(system),
    })
  })
})

test.each([
  [50_000, 25_000, 15_000],
  [30_000, 12_000, 12_000],
  [9_000, 5_000, 5_000],
])('of %i ms a page gets what the rest can do without', (leftMs, load, paint) => {
  expect(labFlags('mobile', leftMs)).toMatchObject({
    maxWaitForLoad: load,
    maxWaitForFcp: paint,
  })
})

describe('source maps', () => {
  test.each(['file:///etc/passwd', 'chrome://version', 'ftp://example.com/a', 'no address'])(
    'are not fetched from %s',
    async (address) => {
      const nobody = {} as never
      await expect(new SafeSourceMaps().fetchSourceMap(nobody, address)).rejects.toThrow(
        'not fetched',
      )
    },
  )

  test('are fetched for the first 50 scripts of a page', async () => {
    const asked: string[] = []
    const fetcher = {
      fetchResource: async (url: string) => {
        asked.push(url)
        return { content: '{"version":3}', status: 200 }
      },
    }
    const maps = new SafeSourceMaps()
    const driver = { fetcher } as never
    const fetched = await Promise.allSettled(
      Array.from({ length: 60 }, (_, place) =>
        maps.fetchSourceMap(driver, `https://example.com/${place}.map`),
      ),
    )
    expect(fetched.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    expect(asked).toHaveLength(50)
  })
})
