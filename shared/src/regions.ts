import { z } from 'zod'

/** A location code: what agents are started with and monitors name, such as "eu-west". */
export const RegionCode = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/,
    'must be a location code such as "eu-west": 1 to 32 lower-case letters, digits and hyphens',
  )
