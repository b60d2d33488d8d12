import { z } from 'zod'

/** The body of a request that says everything with its path: none, or {}. */
export const NoBody = z.strictObject({}).optional().meta({ description: 'No body is needed.' })
