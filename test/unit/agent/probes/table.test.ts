import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProbeAnswer } from '../../../../agent/src/probes/answers.ts'
import { readAnswer } from '../../../../agent/src/probes/read-answer.ts'
import { softNotFound } from '../../../../agent/src/probes/soft-404.ts'
import { PROBES, type ProbedLeaf } from '../../../../agent/src/probes/table.ts'

/** An answer as it came; JSON where an object is given. */
function answer(body: string | object, answered: Partial<ProbeAnswer> & { type?: string } = {}) {
  const { type, ...rest } = answered
  const isText = typeof body === 'string'
  const contentType = type ?? (isText ? 'text/plain; charset=utf-8' : 'application/json')
  return readAnswer({
    path: '/.well-known/x',
    statusCode: 200,
    isTruncated: false,
    headers: contentType === '' ? {} : { 'content-type': contentType },
    body: new TextEncoder().encode(isText ? body : JSON.stringify(body)),
    ...rest,
  })
}

const isPresent = (leaf: ProbedLeaf, came: ReturnType<typeof answer>) =>
  PROBES[leaf].isPresent(came)

const HTML = '<!doctype html><title>Shop</title><p># Not found</p>'

describe('a file for agents is present', () => {
  test.each<[ProbedLeaf, string | object, (Partial<ProbeAnswer> & { type?: string })?]>([
    ['llmsTxt', '# Shop'],
    ['llmsTxt', 'Shop', { type: 'text/markdown' }],
    ['llmsTxt', 'Shop', { type: '' }],
    ['llmsTxt', '<img src=logo.svg> Shop', { type: 'application/octet-stream' }],
    ['securityTxt', 'Contact: mailto:a@shop.net\nExpires: 2030-01-01T00:00:00Z'],
    ['securityTxt', '# hello\r\ncontact: https://shop.net/report'],
    ['apiCatalog', { linkset: [] }, { type: 'application/linkset+json' }],
    ['oauthOidcDiscovery', { issuer: 'https://shop.net' }],
    ['oauthProtectedResource', { resource: 'https://shop.net/mcp' }],
    ['webBotAuth', { keys: [] }, { type: 'application/http-message-signatures-directory+json' }],
    ['authMd', '# Sign in', { type: 'text/markdown; charset=utf-8' }],
    ['authMd', 'Sign in\n=======\nby token', { type: 'application/octet-stream' }],
    ['mcpServerCard', { name: 'shop' }],
    ['mcpServerCard', { serverInfo: { name: 'shop' } }],
    ['mcpServerCard', { remotes: [] }],
    ['agentSkillsIndex', { skills: [] }, { type: 'text/plain' }],
    ['agentSkillsIndex', { skills: [] }, { type: '' }],
    ['x402', { accepts: [] }, { statusCode: 402, path: '/api' }],
    ['x402', 'pay', { statusCode: 402, path: '/api', headers: { 'payment-required': 'e30=' } }],
    ['x402', { version: 1, resources: [] }],
    ['x402', { x402Version: 2 }],
    ['mpp', { openapi: '3.1.0', 'x-payment-info': {} }],
    ['mpp', { openapi: '3.1.0', paths: { '/a': { get: { 'x-payment-info': {} } } } }],
    [
      'mpp',
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"x-payment-info": {"price',
      { type: 'application/json', isTruncated: true },
    ],
    ['ucp', { ucp: { version: '2026-01-11' } }],
    ['ucp', { version: '1', capabilities: [] }],
    ['acp', { protocol: { name: 'acp' } }],
    ['acp', { api_base_url: 'https://shop.net/acp' }],
  ])('%s: %j %j', (leaf, body, answered) => {
    expect(isPresent(leaf, answer(body, answered))).toBe(true)
  })
})

describe('a file for agents is absent', () => {
  test.each<[ProbedLeaf, string | object, (Partial<ProbeAnswer> & { type?: string })?]>([
    ['llmsTxt', '# Shop', { statusCode: 404 }],
    ['llmsTxt', '# Shop', { type: 'text/html' }],
    ['llmsTxt', HTML],
    ['llmsTxt', ' \n'],
    ['llmsTxt', 'a\0b'],
    ['llmsTxt', { error: 'not found' }],
    ['llmsTxt', '', { type: 'image/png' }],
    ['securityTxt', 'No contacts: here'],
    ['securityTxt', 'Contact:\nExpires: never'],
    ['apiCatalog', { links: [] }],
    ['apiCatalog', [{ linkset: [] }]],
    ['apiCatalog', '{"linkset": [', { type: 'application/json' }],
    ['apiCatalog', { linkset: [] }, { type: 'text/html' }],
    ['apiCatalog', { linkset: [] }, { statusCode: 403 }],
    ['oauthOidcDiscovery', { issuer: '' }],
    ['authMd', 'no heading'],
    ['authMd', '---\ntitle: x\n---\ntext'],
    ['mcpServerCard', { name: 7 }],
    ['x402', { accepts: [] }, { path: '/api' }],
    ['x402', { resources: [] }, { path: '/api' }],
    ['x402', { error: 'pay' }, { statusCode: 402 }],
    ['mpp', { swagger: '2.0', 'x-payment-info': {} }],
    ['mpp', { openapi: '3.1.0', info: { description: '"x-payment-info":' } }],
    ['ucp', { version: '1' }],
    ['acp', { protocol: { name: 'http' } }],
    ['acp', 'null', { type: 'application/json' }],
  ])('%s: %j %j', (leaf, body, answered) => {
    expect(isPresent(leaf, answer(body, answered))).toBe(false)
  })

  test('where its brackets never end', () => {
    const deep = answer('['.repeat(256 * 1024), { type: 'application/json' })
    for (const leaf of Object.keys(PROBES) as ProbedLeaf[]) {
      expect(isPresent(leaf, deep)).toBe(false)
    }
  })
})

test('no two probes ask for the same path', () => {
  const paths = Object.values(PROBES).flatMap((probe) => probe.paths)
  expect(new Set(paths).size).toBe(paths.length)
})

describe('a site that answers 200 for an address that nobody made', () => {
  const at = (path: string, text: string, more: Parameters<typeof answer>[1] = {}) =>
    answer(text, { path, ...more })

  test('has nothing that is HTML, or like its usual answer', () => {
    const isSoft = softNotFound(at('/.well-known/0f1e', 'Nothing at /.well-known/0f1e (0f1e).'))
    expect(isSoft(at('/llms.txt', 'Nothing at /llms.txt (llms.txt).'))).toBe(true)
    expect(isSoft(at('/llms.txt', HTML))).toBe(true)
    expect(isSoft(at('/llms.txt', '# Shop'))).toBe(false)
    expect(isSoft(at('/llms.txt', HTML, { statusCode: 404 }))).toBe(false)
  })

  test('has nothing that repeats its address, wherever it does', () => {
    const answerTo = (path: string, parts: readonly string[]) => at(path, parts.join(path))
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (parts) => {
        const isSoft = softNotFound(answerTo('/.well-known/0f1e2d3c-4b5a', parts))
        expect(isSoft(answerTo('/.well-known/0f1e2d3c-4b5b', parts))).toBe(true)
      }),
    )
  })

  test.each<[string, (path: string) => string]>([
    ['one body for all', () => '{"ucp":{"version":"1"}}'],
    ['one body with the path in it', (path) => `{"path":"${path}","ucp":{"version":"1"}}`],
  ])('has no ucp: %s', (_, textAt) => {
    const json = (path: string) => at(path, textAt(path), { type: 'application/json' })
    const isSoft = softNotFound(json('/.well-known/0f1e'))
    expect(isSoft(json('/.well-known/ucp'))).toBe(true)
    expect(isSoft(at('/.well-known/ucp', '{"ucp":{"version":"2"}}'))).toBe(false)
  })

  test('is none where that answer is another status, or none', () => {
    const same = at('/llms.txt', 'Hello')
    expect(softNotFound(at('/.well-known/0f1e', 'Hello', { statusCode: 404 }))(same)).toBe(false)
    expect(softNotFound(null)(same)).toBe(false)
  })
})
