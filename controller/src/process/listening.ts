import { StartError } from './start-error.ts'

/** Turns a port that is taken into a sentence that says which, and how to take another. */
export async function listening<T>(
  what: string,
  variable: string,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen()
  } catch (error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `${variable}: ${what} cannot listen there (${reason}); set ${variable} to another port`,
    )
  }
}
