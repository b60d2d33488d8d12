import { ScreenshotOptions, ScreenshotResult } from '@sightline/shared/analyses/screenshot'
import { describe, expect, test } from 'vitest'
import { greyPng } from '../../../helpers/png.ts'

describe('the options of a screenshot', () => {
  test.each([
    [{}, { device: 'mobile', fullPage: 'true', format: 'png', quality: '80' }],
    [
      { device: 'desktop', fullPage: 'false', format: 'webp', quality: '35' },
      { device: 'desktop', fullPage: 'false', format: 'webp', quality: '35' },
    ],
    [{ quality: '0' }, { quality: '1' }],
    [{ quality: '-5' }, { quality: '1' }],
    [{ quality: '+7' }, { quality: '7' }],
    [{ quality: ' 7' }, { quality: '7' }],
    [{ quality: '50.6' }, { quality: '51' }],
    [{ quality: '9'.repeat(400) }, { quality: '100' }],
  ])('%j are read as %j, and so again', (sent, read) => {
    const options = ScreenshotOptions.parse(sent)
    expect(options).toMatchObject(read)
    expect(ScreenshotOptions.parse(options)).toEqual(options)
  })

  test.each([
    { device: 'tablet' },
    { device: '' },
    { fullPage: 'yes' },
    { fullPage: '' },
    { format: 'gif' },
    { format: 'PNG' },
    { quality: '' },
    { quality: 'high' },
    { quality: '1e2' },
    { quality: '0x10' },
    { quality: ['1', '2'] },
  ])('%j is none', (sent) => {
    expect(ScreenshotOptions.safeParse(sent).success).toBe(false)
  })
})

describe('the result of a screenshot', () => {
  const image = greyPng(5, 4)
  const honest = {
    url: 'https://example.com/',
    fetchedUrl: 'https://example.com/',
    statusCode: 200,
    device: 'mobile',
    width: 5,
    height: 4,
    truncated: false,
    complete: true,
    mimeType: 'image/png',
    bytes: image.length,
    data: image.toString('base64'),
  }
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')

  test('holds an image', () => {
    expect(ScreenshotResult.parse(honest)).toEqual(honest)
  })

  test.each<[string, Partial<Record<keyof typeof honest, unknown>>]>([
    ['another type', { mimeType: 'image/jpeg' }],
    ['a type that is not given', { mimeType: 'image/svg+xml' }],
    ['HTML', { data: html.toString('base64'), bytes: html.length }],
    ['no image', { data: '', bytes: 0 }],
    ['another width', { width: 6 }],
    ['another height', { height: 3 }],
    ['more height than is allowed', { height: 16_385 }],
    ['another length', { bytes: image.length - 1 }],
    ['more bytes than are allowed', { bytes: 24_000_001 }],
    ['a line break', { data: `${honest.data}\n` }],
    ['another alphabet', { data: image.toString('base64url') }],
    ['no padding', { data: honest.data.replace(/=+$/, '') }],
    ['characters of no alphabet', { data: honest.data.replace(/.$/, '!') }],
  ])('with %s is none', (_, lie) => {
    const told = { ...honest, ...lie }
    expect(told).not.toEqual(honest)
    expect(ScreenshotResult.safeParse(told).success).toBe(false)
  })
})
