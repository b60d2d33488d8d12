import { ApiError } from './api.ts'

/** A refusal, taken apart: each sentence that names a field belongs there. */
export interface FormErrors {
  /** Of one field by its path, such as "settings.keyword.value", or of an entry of the list that it is; undefined: nothing is
   *  wrong with it. */
  readonly of: (path: string) => string | undefined
  /** What belongs to none of the fields that are on the form; undefined: nothing does. */
  readonly rest: string | undefined
}

const SENTENCE = /The field "((?:[^"\\]|\\.)+)" ([\s\S]*?)(?= The field "| Unknown field "|$)/g

/** The sentences of a refusal by the field they name, as "It must ...". Pure. */
export function sentencesByField(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, path = '', said = ''] of text.matchAll(SENTENCE)) {
    const [, must] = /: it (must [\s\S]+)$/.exec(said) ?? []
    const sentence = must === undefined ? `It ${said}` : `It ${must}`
    found.set(path, [found.get(path), sentence].filter((part) => part !== undefined).join(' '))
  }
  return found
}

/** What is wrong with a field, or with entries of it, of which it says which. */
function ofField(sentences: ReadonlyMap<string, string>, path: string): string | undefined {
  const own = sentences.get(path)
  if (own !== undefined) return own
  const entries = [...sentences].filter(([each]) => each.startsWith(`${path}[`))
  const told = entries.map(([each, said]) => {
    const [, index = ''] = /^\[(\d+)\]/.exec(each.slice(path.length)) ?? []
    return `Entry ${Number(index) + 1}: ${said}`
  })
  return told.length === 0 ? undefined : told.join(' ')
}

/** A refusal with fields called as people know them: "Address: It must not be empty." Pure.
 *  @param nameOf what people call a field by its path */
export function namedRefusal(text: string, nameOf: (path: string) => string): string {
  const sentences = sentencesByField(text)
  if (sentences.size === 0) return text
  return Array.from(sentences, ([path, said]) => `${nameOf(path)}: ${said}`).join(' ')
}

const NONE: FormErrors = { of: () => undefined, rest: undefined }

/** @param error why a form was not taken; null: it was, or was not sent yet
 *  @param shown whether the form has a field for a path; the rest is said above its buttons */
export function formErrors(error: unknown, shown: (path: string) => boolean): FormErrors {
  if (error === null || error === undefined) return NONE
  const text = error instanceof Error ? error.message : 'That did not work.'
  if (!(error instanceof ApiError) || error.status !== 400) return { ...NONE, rest: text }
  const sentences = sentencesByField(text)
  const isPlaced = sentences.size > 0 && [...sentences.keys()].every(shown)
  return {
    of: (path) => ofField(sentences, path),
    rest: isPlaced ? undefined : text,
  }
}
