import { describe, expect, test } from 'vitest'
import { DEVICES, userAgentOn } from '../../../../agent/src/browser/devices.ts'

const named = (system: string) => ({
  product: 'HeadlessChrome/156.0.8078.79',
  userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36`,
})
const LINUX = named('X11; Linux x86_64')

describe('the name of the browser', () => {
  test('is that of a Chrome on a phone', () => {
    expect(userAgentOn(LINUX, DEVICES.mobile)).toMatchObject({
      userAgent:
        'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
      userAgentMetadata: { platform: 'Android', model: 'moto g power (2022)', mobile: true },
    })
  })

  test.each([
    ['X11; Linux x86_64', 'Linux'],
    ['Macintosh; Intel Mac OS X 10_15_7', 'macOS'],
    ['Windows NT 10.0; Win64; x64', 'Windows'],
    ['Something else', 'Linux'],
  ])('is that of a Chrome on the computer "%s"', (system, platform) => {
    expect(userAgentOn(named(system), DEVICES.desktop)).toMatchObject({
      userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36`,
      userAgentMetadata: { platform, model: '', mobile: false },
    })
  })

  test.each(['mobile', 'desktop'] as const)('does not tell on %s that it has no head', (device) => {
    const name = userAgentOn(LINUX, DEVICES[device])
    expect(JSON.stringify(name)).not.toContain('Headless')
    expect(name.userAgentMetadata?.brands).toContainEqual({ brand: 'Chromium', version: '156' })
    expect(name.userAgentMetadata?.fullVersionList).toContainEqual({
      brand: 'Chromium',
      version: '156.0.8078.79',
    })
  })
})
