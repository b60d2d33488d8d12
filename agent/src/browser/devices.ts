import type { DeviceName } from '@sightline/shared/analyses/device'
import type { CDPSession, Protocol } from 'puppeteer'
import type { Device } from './browser.ts'

/** Source: Lighthouse, core/config/constants.js (a Moto G Power, and a window of a computer) */
export const DEVICES = {
  mobile: { width: 412, height: 823, scale: 1.75, isMobile: true, usesViewportTag: true },
  desktop: { width: 1350, height: 940, scale: 1, isMobile: false, usesViewportTag: false },
} as const satisfies Record<DeviceName, Device>

const PHONE = {
  platform: 'Android',
  platformVersion: '11.0.0',
  model: 'moto g power (2022)',
  architecture: '',
  bitness: '',
  formFactors: ['Mobile'],
  mobile: true,
} as const
/** As scripts see it. */
const PHONE_PLATFORM = 'Linux armv8l'
const PHONE_FINGERS = 5

/** Computers by what the name of a browser says in parentheses. */
const COMPUTERS: Readonly<Record<string, string>> = {
  Macintosh: 'macOS',
  Windows: 'Windows',
  X11: 'Linux',
}

function computerOf(userAgent: string): Omit<Protocol.Emulation.UserAgentMetadata, 'brands'> {
  const [, word = 'X11'] = /\((Macintosh|Windows|X11)/.exec(userAgent) ?? []
  return {
    platform: COMPUTERS[word] ?? 'Linux',
    platformVersion: '',
    model: '',
    architecture: process.arch === 'arm64' ? 'arm' : 'x86',
    bitness: '64',
    formFactors: ['Desktop'],
    mobile: false,
  }
}

/** The name of this Chrome as it would have it on a device, with a head: sites turn away what calls itself
 *  headless. Source: User-Agent Client Hints, "User agent model"
 *  @param own what it calls itself, as `Browser.getVersion` tells it */
export function userAgentOn(
  own: Pick<Protocol.Browser.GetVersionResponse, 'product' | 'userAgent'>,
  { isMobile }: Pick<Device, 'isMobile'>,
): Protocol.Emulation.SetUserAgentOverrideRequest {
  const [, fullVersion = '0.0.0.0', version = '0'] = /\/((\d+)[\d.]*)/.exec(own.product) ?? []
  const userAgent = own.userAgent.replace('HeadlessChrome', 'Chrome')
  const brandsOf = (its: string): Protocol.Emulation.UserAgentBrandVersion[] => [
    { brand: 'Chromium', version: its },
    { brand: 'Google Chrome', version: its },
    { brand: 'Not A(Brand', version: its === version ? '99' : '99.0.0.0' },
  ]
  const brands = { brands: brandsOf(version), fullVersionList: brandsOf(fullVersion) }
  if (!isMobile) return { userAgent, userAgentMetadata: { ...brands, ...computerOf(userAgent) } }
  return {
    userAgent: userAgent
      .replace(/\([^)]*\)/, `(Linux; Android 11; ${PHONE.model})`)
      .replace(' Safari/', ' Mobile Safari/'),
    platform: PHONE_PLATFORM,
    userAgentMetadata: { ...brands, ...PHONE, formFactors: [...PHONE.formFactors] },
  }
}

function orientationOf({ width, height }: Device): Protocol.Emulation.ScreenOrientation {
  return height > width
    ? { type: 'portraitPrimary', angle: 0 }
    : { type: 'landscapePrimary', angle: 0 }
}

/** What frames of other sites have to be told too. */
export type FrameLook = (frame: CDPSession) => Promise<unknown>

/** Has a page pass for one that is seen on a device. @returns the same for its frames of other sites */
export async function emulateDevice(session: CDPSession, device: Device): Promise<FrameLook> {
  const { width, height, scale, isMobile, usesViewportTag } = device
  const own = await session.send('Browser.getVersion')
  const lookOf: FrameLook = (frame) =>
    Promise.all([
      frame.send(
        'Emulation.setTouchEmulationEnabled',
        isMobile ? { enabled: true, maxTouchPoints: PHONE_FINGERS } : { enabled: false },
      ),
      frame.send('Emulation.setUserAgentOverride', userAgentOn(own, device)),
    ])
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      screenOrientation: orientationOf(device),
      deviceScaleFactor: scale,
      mobile: usesViewportTag,
    }),
    lookOf(session),
  ])
  return lookOf
}
