import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

let api: TestApi
// oxlint-disable-next-line typescript/no-explicit-any
let document: any
beforeAll(async () => {
  api = await openTestApi()
  document = (await api.ask('GET', '/openapi.json', { key: null })).body
})
afterAll(() => api.close())

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

describe('the description of the API', () => {
  it('is OpenAPI 3.1 of version 1.0.0 with the key in a header', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('1.0.0')
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    })
  })

  it('names every route, each with a summary, answers and its errors', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/api/v1/key',
      '/api/v1/monitors',
      '/api/v1/monitors/options',
      '/api/v1/monitors/{id}',
      '/api/v1/monitors/{id}/pause',
      '/api/v1/monitors/{id}/results',
      '/api/v1/monitors/{id}/resume',
      '/api/v1/plans',
      '/api/v1/usage',
      '/healthz',
      '/readyz',
    ])
    for (const path of Object.values<Record<string, Record<string, unknown>>>(document.paths)) {
      for (const [method, operation] of Object.entries(path)) {
        expect(METHODS).toContain(method)
        expect(operation['summary']).toEqual(expect.any(String))
        expect(operation['operationId']).toEqual(expect.any(String))
        expect(operation['security']).toBeDefined()
      }
    }
    expect(Object.keys(document.paths['/api/v1/monitors'].post.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '405',
      '409',
      '429',
      '500',
      '503',
    ])
  })

  it('has no reference that leads nowhere', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
    expect(text).not.toContain('PLACEHOLDER')
  })

  it('says of every field what it means', () => {
    const silent: string[] = []
    const walk = (schema: Schema, at: string): void => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const described =
          field.description ?? field.$ref ?? field.anyOf?.some((choice) => choice.$ref)
        if (described === undefined || described === false) silent.push(`${at}.${name}`)
        walk(field, `${at}.${name}`)
      }
      if (schema.items !== undefined) walk(schema.items, `${at}[]`)
      for (const choice of schema.anyOf ?? []) walk(choice, at)
    }
    for (const [name, schema] of Object.entries(document.components.schemas))
      walk(schema as Schema, name)
    for (const path of Object.values<
      Record<string, { parameters?: { name: string; description?: string }[] }>
    >(document.paths)) {
      for (const operation of Object.values(path)) {
        for (const parameter of operation.parameters ?? [])
          if (parameter.description === undefined) silent.push(parameter.name)
      }
    }
    expect(silent).toEqual([])
  })

  it('describes answers as they are', async () => {
    const created = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://example.com' },
    })
    const { properties } = document.components.schemas.Monitor
    expect(Object.keys(properties).sort()).toEqual(Object.keys(created.body.monitor).sort())
  })

  it('is shown at /docs without loading anything from elsewhere', async () => {
    const page = await api.ask('GET', '/docs/', { key: null })
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    for (const [, file] of String(page.body).matchAll(/(?:src|href)="([^"#]+)"/g)) {
      const path = new URL(file ?? '', 'http://localhost/docs/').pathname
      expect([path, (await api.ask('GET', path, { key: null })).status]).toEqual([path, 200])
    }
  })
})
