import type { DeviceName } from '@sightline/shared/analyses/device'
import type { CDPSession, Protocol } from 'puppeteer'
import type { Device } from './browser.ts'

/** Source: Lighthouse, core/config/constants.js (a Moto G Power, and a window of a computer) */
export const DEVICES = {
  mobile: { width: 412, height: 823, scale: 1.75, isMobile: true },
  desktop: { width: 1350, height: 940, scale: 1, isMobile: false },
} as const satisfies Record<DeviceName, Device>

const PHONE = {
  platform: 'Android',
  platformVersion: '11.0',
  model: 'moto g power (2022)',
} as const

/** The name of this Chrome as it would have it on a device, with a head. */
function userAgentOf(
  { product, userAgent }: Protocol.Browser.GetVersionResponse,
  { isMobile }: Device,
): Protocol.Emulation.SetUserAgentOverrideRequest {
  const [, version = '0'] = /\/(\d+)/.exec(product) ?? []
  const own = userAgent.replace('HeadlessChrome', 'Chrome')
  const brands = [
    { brand: 'Chromium', version },
    { brand: 'Google Chrome', version },
    { brand: 'Not A(Brand', version: '99' },
  ]
  if (!isMobile) {
    const [, platform = 'Linux'] = /\((Macintosh|Windows|X11)/.exec(own) ?? []
    const named = { Macintosh: 'macOS', Windows: 'Windows' }[platform] ?? 'Linux'
    return {
      userAgent: own,
      userAgentMetadata: {
        brands,
        platform: named,
        platformVersion: '',
        architecture: 'x86',
        model: '',
        mobile: false,
      },
    }
  }
  return {
    userAgent: own
      .replace(/\([^)]*\)/, `(Linux; Android 11; ${PHONE.model})`)
      .replace(' Safari/', ' Mobile Safari/'),
    userAgentMetadata: { brands, ...PHONE, architecture: '', mobile: true },
  }
}

/** Has a page pass for one that is seen on a device. */
export async function emulateDevice(session: CDPSession, device: Device): Promise<void> {
  const { width, height, scale, isMobile } = device
  const version = await session.send('Browser.getVersion')
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: scale,
      mobile: isMobile,
    }),
    session.send('Emulation.setTouchEmulationEnabled', { enabled: isMobile }),
    session.send('Emulation.setUserAgentOverride', userAgentOf(version, device)),
  ])
}
