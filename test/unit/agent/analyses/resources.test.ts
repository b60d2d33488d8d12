import { ResourcesResult } from '@sightline/shared/analyses/resources'
import { expect, test } from 'vitest'
import type { FetchedResource } from '../../../../agent/src/gather/artifacts.ts'
import { resourcesAnalysis } from '../../../../agent/src/analyses/resources.ts'
import type { NamedResource } from '../../../../agent/src/page/resources/named-resource.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

function fetched(
  named: Partial<NamedResource>,
  answer: Partial<FetchedResource> = {},
): FetchedResource {
  return {
    resource: {
      url: 'https://example.com/a',
      type: 'image',
      source: 'img',
      isRenderBlocking: false,
      hasIntegrity: false,
      ...named,
    },
    statusCode: 200,
    headers: {},
    ms: 1,
    bytes: 10,
    error: null,
    wasAsked: true,
    ...answer,
  }
}

const MISSING = { statusCode: null, ms: null, bytes: null, error: 'It refused.' } as const

const ALL: readonly FetchedResource[] = [
  fetched({ script: { isAsync: true, isDefer: false }, type: 'script', hasIntegrity: true }),
  fetched({ url: 'https://cdn.example.com/b', type: 'stylesheet', isRenderBlocking: true }),
  fetched({ url: 'https://me.github.io/c', type: 'font' }, { bytes: null }),
  fetched({ image: { alt: null, width: '1', height: null }, isLazy: true }, { statusCode: 404 }),
  fetched({ url: 'http://127.0.0.1/d', type: 'iframe' }, MISSING),
  fetched({ type: 'media' }, { ...MISSING, wasAsked: false }),
]

function analyse(resources: readonly FetchedResource[], total = resources.length) {
  const page = pageOf('', { url: 'https://example.com/', statusCode: 404 })
  return ResourcesResult.parse(
    resourcesAnalysis.analyse({ page, resources: { resources, total } }, {}),
  )
}

test('resources are counted by type, and what visitors do not get as broken', () => {
  expect(analyse(ALL, 200)).toMatchObject({
    url: 'https://example.com/',
    statusCode: 404,
    counts: {
      total: 200,
      images: 1,
      scripts: 1,
      stylesheets: 1,
      fonts: 1,
      media: 1,
      iframes: 1,
      other: 0,
      broken: 2,
      thirdParty: 2,
    },
    totalBytes: 20,
    truncated: true,
  })
})

test('a row says what the element and the answer say', () => {
  const [script, sheet, font, image] = analyse(ALL).resources
  expect(script).toMatchObject({ async: true, defer: false, integrity: true, thirdParty: false })
  expect(sheet).toMatchObject({ renderBlocking: true, thirdParty: false })
  expect(font).toMatchObject({ thirdParty: true, size: null })
  expect(font).not.toHaveProperty('async')
  expect(image).toMatchObject({ alt: null, width: '1', height: null, lazy: true, statusCode: 404 })
})

test('a page whose resources are all there and all asked for is not truncated', () => {
  expect(analyse(ALL.slice(0, 3)).truncated).toBe(false)
  expect(analyse(ALL.slice(5)).truncated).toBe(true)
})

test.each([
  ['image/webp', 'image'],
  ['font/woff2', 'font'],
  ['application/font-woff; charset=x', 'font'],
  ['text/css; charset=utf-8', 'stylesheet'],
  ['Video/mp4', 'media'],
  ['text/plain', 'other'],
])('what a style sheet names without an ending is what it says it is: %s', (contentType, type) => {
  const answer = { headers: { 'content-type': contentType } }
  const inStyle = fetched({ type: 'other', source: 'style' }, answer)
  expect(analyse([inStyle]).resources[0]?.type).toBe(type)
  expect(analyse([fetched({ type: 'other', source: 'link' }, answer)]).resources[0]?.type).toBe(
    'other',
  )
})

test('what is too long to show is cut', () => {
  const long = 'x'.repeat(5_000)
  const headers = { 'content-type': long, 'content-encoding': long, 'cache-control': long }
  const image = { alt: long, width: long, height: long }
  const [row] = analyse([fetched({ image }, { headers, error: long })]).resources
  expect([row?.contentType, row?.alt, row?.error].map((text) => text?.length)).toEqual([
    1_001, 1_001, 1_001,
  ])
})
