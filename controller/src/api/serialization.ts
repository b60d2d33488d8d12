import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler as encode } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createIsEncoded } from './is-encoded.ts'

/** Writes answers by their zod schemas: fields that they do not name do not leave, and what is not as they say is an error of
 *  ours. What is as it is to be already is written at once. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const write = encode(route)
  const { schema } = route
  if (!(schema instanceof z.ZodType)) return write
  const isEncoded = createIsEncoded(schema)
  return (answer) => (isEncoded(answer) ? JSON.stringify(answer) : write(answer))
}
