import { AppError } from '@sightline/shared/errors'
import { label } from '../input/fields.ts'
import { printable } from '../input/printable.ts'

/** Longest name of a key or a token, as the API takes it. */
const MAX_NAME = 100

/** Reads the `--name` of something by the rule that the API has: people see it in lists and in the app.
 *  @throws AppError badRequest */
export function readName(text: string): string {
  const name = label(MAX_NAME).safeParse(text)
  if (name.success) return name.data
  throw new AppError(
    'badRequest',
    `--name is "${printable(text, 80)}": it must be 1 to ${MAX_NAME} characters, without control characters or line breaks.`,
  )
}
