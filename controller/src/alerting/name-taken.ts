import { AppError } from '@sightline/shared/errors'
import { isUniqueViolation } from '../db/pool.ts'

const NAMES = { 'alert contact': 'contacts_name', 'alert team': 'teams_name' } as const

/** Does what names a thing, and turns a name that is taken into a sentence. @throws AppError conflict */
export async function naming<T>(
  what: keyof typeof NAMES,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error: unknown) {
    if (!isUniqueViolation(error, NAMES[what])) throw error
    const sentence = `The workspace has an ${what} named "${name}" already: choose another name.`
    throw new AppError('conflict', sentence)
  }
}
