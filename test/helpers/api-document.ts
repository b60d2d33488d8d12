import { z } from 'zod'
import type { TestApi } from './test-api.ts'
import { openTestApi } from './test-api.ts'

interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  requestBody?: { required: boolean; content: { 'application/json': Media } }
  responses: Record<
    string,
    {
      description: string
      headers?: Record<string, { $ref: string }>
      content?: { 'application/json': Media }
    }
  >
}

export interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

// oxlint-disable-next-line typescript/no-explicit-any
export type ApiDocument = any

export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.values<Record<string, Operation>>(paths).flatMap(Object.values)
}

export function monitorRouteOf({ paths }: ApiDocument, method: string, path: string): Operation {
  return paths[`/api/v1/monitors${path}`][method]
}

/** Reads a schema of the document, with all that it refers to. */
export function schemaOf({ components }: ApiDocument, schema: object): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  // A pattern does not say that it is one of Unicode, as all are in the document.
  const inside = JSON.parse(
    whole.replaceAll('#/components/schemas/', '#/$defs/'),
    (name, value: unknown) => (name === 'pattern' && typeof value === 'string' ? undefined : value),
  )
  return z.fromJSONSchema(inside)
}

/** An API with all that its description's examples name, and that description. */
export async function openDescribedApi(): Promise<{ api: TestApi; document: ApiDocument }> {
  const api = await openTestApi({ plan: 'starter', smtpUrl: 'smtp://192.0.66.9' })
  // Alerts reach somebody once the owner has an account.
  await api.db.query({ text: `update people set email = 'owner@example.com'` })
  await api.addRegion('us-east', true)
  return { api, document: (await api.ask('GET', '/openapi.json', { key: null })).body }
}
