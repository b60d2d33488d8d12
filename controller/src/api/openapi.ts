import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import { SETTING_DESCRIPTIONS } from './setting-descriptions.ts'

const transform = createJsonSchemaTransform({})
const transformObject = createJsonSchemaTransformObject({})

const DESCRIPTION = `Uptime monitoring from many places.

**Keys.** Every endpoint but the open ones takes an API key in the header \`X-API-Key\`.

**Order of checks.** Limit per address (60 requests in 10 seconds), key (401), workspace (403), limit per key (30 in 10 seconds), changes per key (30 a minute), daily quota (429). From here a call counts, once, whatever follows: no such endpoint (404), wrong method (405), permission (403), validation (400).

**Limits.** Every answer to an accepted key carries X-RateLimit-Limit and X-RateLimit-Remaining (left out on a plan without a daily limit) and X-RateLimit-Reset (seconds to 00:00 UTC). Every 429 carries Retry-After in seconds.

**Times** are ISO 8601 in UTC with milliseconds; in requests UNIX seconds and other offsets do as well, and a time without a zone is UTC. **Sizes** are bytes, durations carry their unit in their name.

**Lists** take page (from 1) and per; out of range they are brought to the nearest limit, and the values used are in the answer. Unknown query parameters are ignored; unknown fields of a body are refused.

**Errors** are \`{ "error": "a sentence for people" }\`; programs go by the status. A malformed id is 404, like an unknown one.

**Secrets** can be written and not read: they show as "***", and "***" sent back leaves them as they are.`

/** What of a JSON schema is walked here. */
interface JsonSchema {
  $ref?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

type Schemas = Record<string, JsonSchema>

/** Describes every route (OpenAPI 3.1) at /openapi.json, and shows it at /docs without loading anything
 *  from elsewhere. Must come before the routes. Source: contract, "Versioning"; decisions, section 8 */
export async function addApiDescription(
  app: FastifyInstance,
  publicUrl: string | undefined,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sightline', version: '1.0.0', description: DESCRIPTION },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [
        { name: 'Monitors', description: 'What is watched, and what its checks found.' },
        { name: 'Account', description: 'Plans, usage and keys.' },
        { name: 'Operation', description: 'For those who run the service.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = transform(document)
      return { schema: document.url.startsWith('/docs') ? { ...schema, hide: true } : schema, url }
    },
    transformObject: (document) => {
      const described = transformObject(document) as { components?: { schemas?: Schemas } }
      if (described.components?.schemas !== undefined) tidy(described.components.schemas, described)
      return described as ReturnType<typeof transformObject>
    },
  })

  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/g, ''),
    theme: { title: 'Sightline API' },
    uiConfig: { validatorUrl: null, deepLinking: true },
  })
}

/** Mends what the generator leaves: the settings' schemas are shared with agents and carry no prose,
 *  every schema comes a second time as an input whether or not anything is read with it, and "any JSON"
 *  refers to a place that is not there. */
function tidy(schemas: Schemas, document: object): void {
  for (const [name, schema] of Object.entries(schemas)) {
    describeInner(schema, '', name.startsWith('WebSettings'))
  }
  delete schemas['__shared']
  const isUnused = (name: string) =>
    name.endsWith('Input') && !JSON.stringify(document).includes(`"#/components/schemas/${name}"`)
  // One that goes may have been the last to need another.
  for (let name = find(); name !== undefined; name = find()) delete schemas[name]

  function find(): string | undefined {
    return Object.keys(schemas).find(isUnused)
  }
}

function describeFields(schema: JsonSchema, path: string, isSettings: boolean): void {
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? key : `${path}.${key}`
    const description = isSettings ? SETTING_DESCRIPTIONS[at] : undefined
    if (description !== undefined) Object.assign(field, { description })
    describeInner(field, at, isSettings)
  }
}

function describeInner(field: JsonSchema, path: string, isSettings: boolean): void {
  // A schema without a word allows any JSON.
  if (field.$ref?.includes('__shared') === true) delete field.$ref
  describeFields(field, path, isSettings)
  for (const choice of field.anyOf ?? []) describeInner(choice, path, isSettings)
  if (field.items !== undefined) describeInner(field.items, path, isSettings)
}
