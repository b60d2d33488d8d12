import { describe, expect, test } from 'vitest'
import type { Machine } from '../../../../agent/src/browser/find-chrome.ts'
import { findChrome } from '../../../../agent/src/browser/find-chrome.ts'

const BARE: Machine = {
  platform: 'linux',
  architecture: 'x64',
  findProgram: () => null,
  canRun: () => false,
  packagedArchives: () => null,
}

describe('a Chrome is found', () => {
  test('where the operator names one, and nowhere else then', () => {
    const machine = { ...BARE, canRun: (file: string) => file === '/opt/chrome' }
    expect(findChrome('/opt/chrome', 'on', machine)).toEqual({
      places: [{ kind: 'program', file: '/opt/chrome' }],
      missing: null,
      isSandboxed: true,
    })
    const wrong = findChrome('/opt/other', 'on', {
      ...machine,
      findProgram: () => '/usr/bin/chromium',
    })
    expect(wrong.places).toEqual([])
    expect(wrong.missing).toContain('SIGHTLINE_CHROME')
    expect(wrong.missing).not.toContain('/opt')
  })

  test('on the machine before the one that comes along', () => {
    const machine: Machine = {
      ...BARE,
      findProgram: (name) => (name === 'chromium' ? '/usr/bin/chromium' : null),
      packagedArchives: () => '/modules/bin',
    }
    expect(findChrome(null, 'on', machine).places).toEqual([
      { kind: 'program', file: '/usr/bin/chromium' },
      { kind: 'packaged', archives: '/modules/bin' },
    ])
  })

  test('in the folder of applications of a Mac', () => {
    const machine: Machine = {
      ...BARE,
      platform: 'darwin',
      canRun: (file) => file.includes('Google Chrome'),
      packagedArchives: () => '/modules/bin',
    }
    expect(findChrome(null, 'on', machine).places).toEqual([
      { kind: 'program', file: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' },
    ])
  })
})

test('there is none where it is switched off, or the machine has none', () => {
  const machine: Machine = {
    ...BARE,
    architecture: 'arm64',
    packagedArchives: () => '/modules/bin',
  }
  expect(findChrome('none', 'off', machine)).toEqual({
    places: [],
    missing: 'The browser is switched off on this agent (SIGHTLINE_CHROME=none).',
    isSandboxed: false,
  })
  expect(findChrome(null, 'on', machine)).toEqual({
    places: [],
    missing:
      'This agent has no browser: install chromium or google-chrome on its machine, or name one by SIGHTLINE_CHROME.',
    isSandboxed: true,
  })
})
