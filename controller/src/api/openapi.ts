import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { HEADERS } from './description/headers.ts'
import { protectSecretMarks } from './description/markdown.ts'
import type { RouteSchemas } from './description/operations.ts'
import { completeOperations } from './description/operations.ts'
import { addDescriptionPage } from './description/page.ts'
import { referToInputs, tidySchemas } from './description/schemas.ts'
import { DESCRIPTION } from './description/text.ts'
import type { AnswerSchemas, Paths, Schemas } from './description/document.ts'

const transform = createJsonSchemaTransform({})
const transformObject = createJsonSchemaTransformObject({})

/** Describes every route (OpenAPI 3.1) at /openapi.json, and shows it at /docs. Must come before the
 *  routes. Source: contract, "Versioning"; decisions, section 8 */
export async function addApiDescription(
  app: FastifyInstance,
  publicUrl: string | undefined,
): Promise<void> {
  // The generator calls every body required; what a schema does without, and the examples of its parts, are only
  // known before.
  const routes = new Map<string, RouteSchemas>()

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sightline', version: '1.0.0', description: DESCRIPTION },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [
        { name: 'Monitors', description: 'What is watched, and what its checks found.' },
        { name: 'Alerting', description: 'Who is told, and what was told.' },
        { name: 'Status pages', description: 'What everybody may read.' },
        { name: 'Maintenance', description: 'When monitors are expected to fail.' },
        { name: 'One-URL analysis', description: 'One target, looked at once.' },
        { name: 'Site crawl', description: 'A whole site, page by page.' },
        {
          name: 'Import and export',
          description: 'From other programs, and the workspace as a file.',
        },
        { name: 'Agents', description: 'Where checks run.' },
        { name: 'Account', description: 'Plans, usage and keys.' },
        { name: 'Operation', description: 'For those who run the service.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'sightline.session_token',
            description:
              'The session of somebody who is signed in to the app; over https the name begins with "__Secure-". It does wherever an API key does.',
          },
          apiKeyInQuery: {
            type: 'apiKey',
            in: 'query',
            name: 'key',
            description:
              'An API key, on the one-URL endpoints only. The header keeps it out of addresses and logs.',
          },
        },
        headers: { ...HEADERS },
      },
    },
    transform: (route) => {
      const { body, operationId, response = {} } = route.schema ?? {}
      if (operationId !== undefined) {
        const answers = response as AnswerSchemas
        routes.set(operationId, { isBodyOptional: isOptional(body), answers })
      }
      const { schema, url } = transform(route)
      return { schema: route.url.startsWith('/docs') ? { ...schema, hide: true } : schema, url }
    },
    transformObject: (generated) => {
      const document = transformObject(generated) as {
        components?: { schemas?: Schemas }
        paths?: Paths
      }
      const { components, paths = {} } = document
      referToInputs(paths)
      if (components?.schemas !== undefined) tidySchemas(components.schemas, document)
      completeOperations(paths, routes)
      protectSecretMarks(document)
      return document
    },
  })
  await addDescriptionPage(app)
}

function isOptional(body: unknown): boolean {
  return body instanceof z.ZodType && body.safeParse(undefined).success
}
