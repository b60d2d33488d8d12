/** What an action was done to. */
export interface Subject {
  readonly id: string | null
  readonly name: string | null
}

/** How the things of the API are called by people, the best first. Maintenance windows have a description alone. */
const NAMES = ['name', 'title', 'email', 'url', 'slug', 'description']
const MAX_CHARACTERS = 200

/** Pure: finds what was changed: the thing that the answer shows, else what the path names. One that is a part of
 *  another, as an occurrence is of its window, stands for that.
 *  @param parameters of the path
 *  @param answer what the caller is told */
export function subjectOf(parameters: unknown, answer: unknown): Subject {
  const shown = thingsOf(answer).find(({ id }) => typeof id === 'string')
  const named = Object.values(isThing(parameters) ? parameters : {}).find(
    (value) => typeof value === 'string',
  )
  const whole = shown?.['maintenanceId']
  const id = typeof whole === 'string' ? whole : (named ?? shown?.['id'])
  const name = shown?.['id'] === id ? nameOf(shown) : null
  return { id: typeof id === 'string' ? id.slice(0, MAX_CHARACTERS) : null, name }
}

type Thing = Readonly<Record<string, unknown>>

const isThing = (value: unknown): value is Thing =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function thingsOf(answer: unknown): Thing[] {
  return isThing(answer) ? [answer, ...Object.values(answer).filter(isThing)] : []
}

function nameOf(thing: Thing | undefined): string | null {
  const name = NAMES.map((key) => thing?.[key]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name.slice(0, MAX_CHARACTERS).toWellFormed() : null
}
