import { ApiError } from './api.ts'

/** A refusal, taken apart: each sentence that names a field belongs there. */
export interface FormErrors {
  /** Of one field by its path, such as "settings.keyword.value"; undefined: nothing is wrong with it. */
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
    of: (path) => sentences.get(path),
    rest: isPlaced ? undefined : text,
  }
}
