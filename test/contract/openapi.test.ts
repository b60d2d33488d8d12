import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument, Operation, Schema } from '../helpers/api-document.ts'
import { operationsOf, monitorRouteOf, openDescribedApi } from '../helpers/api-document.ts'
import type { TestApi } from '../helpers/test-api.ts'

let api: TestApi
let document: ApiDocument
beforeAll(async () => {
  ;({ api, document } = await openDescribedApi())
})
afterAll(() => api.close())

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

  it('tells what errors have beside their sentence', () => {
    const told = (method: string, path: string, status: number) =>
      document.paths[path][method].responses[status].content['application/json'].schema.$ref
    expect(told('post', '/api/v1/apply', 400)).toBe('#/components/schemas/DocumentProblems')
    expect(told('patch', '/api/v1/monitors/{id}', 409)).toBe('#/components/schemas/MonitorConflict')
    expect(told('post', '/api/v1/monitors', 409)).toBe('#/components/schemas/MonitorRefused')
    expect(told('post', '/api/v1/alerting/contacts', 409)).toBe('#/components/schemas/Error')
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
    for (const { operationId, responses } of operationsOf(document)) {
      for (const { content } of Object.values(responses)) {
        const schema = content?.['application/json']?.schema
        if (schema !== undefined) walk(schema, operationId)
      }
    }
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

  it('asks for no body where none is needed, and names the 400 of one that is not JSON', async () => {
    expect(monitorRouteOf(document, 'post', '/{id}/pause').requestBody?.required).toBe(false)
    expect(monitorRouteOf(document, 'post', '/{id}/resume').requestBody?.required).toBe(false)
    expect(monitorRouteOf(document, 'post', '').requestBody?.required).toBe(true)
    expect(monitorRouteOf(document, 'patch', '/{id}').requestBody?.required).toBe(true)
    expect(monitorRouteOf(document, 'delete', '/{id}').responses['400']).toEqual(
      monitorRouteOf(document, 'post', '').responses['400'],
    )
  })

  it('lets no body have fields that it does not name', () => {
    const open = operationsOf(document).flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema
      if (schema === undefined) return []
      const name = schema.$ref?.split('/').at(-1)
      const named = name === undefined ? schema : document.components.schemas[name]
      const isClosed = (part: object): boolean =>
        !('properties' in part) ||
        ('additionalProperties' in part && part.additionalProperties === false)
      return [named, ...(named.anyOf ?? [])].every(isClosed) ? [] : [operationId]
    })
    expect(open).toEqual([])
  })

  it('names the headers of every answer to an accepted key', () => {
    const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    const MORE: Record<string, string[]> = {
      405: ['Allow'],
      429: ['Retry-After'],
      503: ['Retry-After'],
    }
    for (const path of Object.values<Record<string, Operation>>(document.paths)) {
      for (const { security, responses, tags } of Object.values(path)) {
        for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
          const limits = security.length > 0 && status !== '401' ? LIMITS : []
          const isFound = status === '200' && tags.includes('One-URL analysis')
          const region = isFound ? ['X-Sightline-Region'] : []
          const ofImages = 'image/png' in content ? ['X-Sightline-Complete'] : []
          const more = MORE[status] ?? []
          const all = ['X-Request-Id', ...limits, ...region, ...more, ...ofImages]
          expect(Object.keys(headers)).toEqual(all)
          for (const [name, { $ref }] of Object.entries(headers)) {
            expect($ref).toBe(`#/components/headers/${name}`)
            expect(document.components.headers[name].description).toEqual(expect.any(String))
          }
        }
      }
    }
  })

  it.each(MONITOR_TYPES)(
    'lets %s settings leave out what has a default where they are sent, and not where they are read',
    (type) => {
      const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}Settings`
      const { [name]: read, [`${name}Input`]: sent, Monitor } = document.components.schemas
      expect(read.required).toEqual(Object.keys(read.properties))
      expect(sent.required).toBeUndefined()
      expect(Object.keys(sent.properties)).toEqual(Object.keys(read.properties))
      expect(JSON.stringify(Monitor.properties.settings)).toContain(`/${name}"`)
      for (const { requestBody } of [
        monitorRouteOf(document, 'post', ''),
        monitorRouteOf(document, 'patch', '/{id}'),
      ]) {
        expect(JSON.stringify(requestBody)).toContain(`/${name}Input"`)
        expect(JSON.stringify(requestBody)).not.toContain(`/${name}"`)
      }
    },
  )

  it('lets null reset a setting at any depth, but not within the entries of lists', () => {
    const { WebSettingsInput, MailSettingsInput } = document.components.schemas
    const takesNull = (schema: Schema) =>
      schema.anyOf?.some((choice) => (choice as { type?: string }).type === 'null') === true
    const objectOf = (schema: Schema) => schema.anyOf?.find((choice) => choice.properties) ?? {}
    for (const { properties } of [
      WebSettingsInput,
      objectOf(WebSettingsInput.properties.tls),
      objectOf(WebSettingsInput.properties.keyword),
      MailSettingsInput,
      objectOf(MailSettingsInput.properties.auth),
    ]) {
      expect(Object.values<Schema>(properties).filter((field) => !takesNull(field))).toEqual([])
    }
    const headers = WebSettingsInput.properties.headers.anyOf[0]
    expect(takesNull(headers.additionalProperties)).toBe(true)
    const { items } = WebSettingsInput.properties.jsonChecks.anyOf[0]
    expect(items.required).toEqual(['path', 'operator'])
    expect(takesNull(items.properties.path)).toBe(false)
  })

  it('writes the mark of a secret so that Markdown leaves it alone', () => {
    expect(document.info.description).toContain('`***`')
    expect(JSON.stringify(document)).not.toContain('\\"***\\"')
  })

  it('is shown at /docs without loading anything from elsewhere', async () => {
    const page = await api.ask('GET', '/docs/', { key: null })
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https:|swagger\.io|upgrade-insecure/)
    expect(policy?.match(/[a-z-]+ [^;]*'unsafe-inline'/g)).toEqual([
      "style-src 'self' 'unsafe-inline'",
    ])
    for (const [, file] of String(page.body).matchAll(/(?:src|href)="([^"#]+)"/g)) {
      const path = new URL(file ?? '', 'http://localhost/docs/').pathname
      expect([path, (await api.ask('GET', path, { key: null })).status]).toEqual([path, 200])
    }
  })
})
