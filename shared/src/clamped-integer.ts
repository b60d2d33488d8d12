import { z } from 'zod'

/** A whole number of a query that is brought into its range. Source: decisions, section 1 */
export function clampedInteger(options: {
  min: number
  max: number
  default: number
  description: string
}) {
  const { min, max } = options
  return (
    z
      .string()
      // A "+" arrives as a space when a client did not encode it.
      .regex(/^[-+ ]?\d+$/, 'must be a whole number')
      .optional()
      .transform((text) =>
        text === undefined ? options.default : Math.min(max, Math.max(min, Number(text))),
      )
      .meta({
        description: `${options.description} Default ${options.default}; out of ${min} to ${max} it is brought to the nearest limit.`,
        type: 'integer',
        pattern: undefined,
        example: options.default,
      })
  )
}
