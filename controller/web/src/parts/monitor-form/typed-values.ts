import type { SettingField } from '../../words/settings/fields.ts'
import type { Tree } from './paths.ts'

/** How a value is typed, and what is meant by what was typed. */
interface Form {
  readonly typed: (value: unknown) => unknown
  /** @param row the entry it is in, or all settings
   *  @returns undefined for what is not sent */
  readonly sent: (typed: string, row: Tree) => unknown
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

function jsonOf(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Whether something is there is asked without a value. */
const isLeftOut = (text: string, { operator }: Tree): boolean =>
  operator === 'exists' && text.trim() === ''

const ESCAPES: Readonly<Record<string, string>> = { '\r': 'r', '\n': 'n', '\t': 't', '\\': '\\' }
const ESCAPED = new Map(Object.entries(ESCAPES).map(([character, name]) => [name, character]))

const hexOf = (character: string): string =>
  `x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`

export const FORMS: Readonly<Record<NonNullable<SettingField['form']>, Form>> = {
  /** Any JSON; a text stands as it is, unless it could be taken for something else. */
  json: {
    typed: (value) =>
      typeof value === 'string' && jsonOf(value) === null ? value : JSON.stringify(value),
    sent: (text, row) =>
      isLeftOut(text, row) ? undefined : (jsonOf(text) ?? { value: text }).value,
  },
  /** Headers are texts, but for what is greater or less. */
  header: {
    typed: String,
    sent(text, row) {
      if (isLeftOut(text, row)) return undefined
      const { operator } = row
      return (operator === 'gt' || operator === 'lt') && isNumber(text) ? Number(text) : text
    },
  },
  any: {
    typed: (value) => value,
    sent: (text) => (text === '' ? undefined : text),
  },
  /** A field of one line would drop the ends of lines. A sign after a backslash that means nothing stays as it is. */
  line: {
    typed: (value) =>
      typeof value === 'string'
        ? value.replaceAll(
            // oxlint-disable-next-line no-control-regex
            /[\\\u0000-\u001f\u007f-\u009f]/g,
            (character) => `\\${ESCAPES[character] ?? hexOf(character)}`,
          )
        : value,
    sent: (text) =>
      text === ''
        ? undefined
        : text.replaceAll(/\\(?:x([0-9a-f]{2})|([rnt\\]))/gi, (all, hex?: string, name = '') =>
            hex === undefined
              ? (ESCAPED.get(name) ?? all)
              : String.fromCodePoint(Number.parseInt(hex, 16)),
          ),
  },
}
