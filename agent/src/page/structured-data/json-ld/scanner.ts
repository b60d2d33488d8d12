/** Deeper than any markup that means something, and far from what a stack holds. */
export const MAX_JSON_DEPTH = 100

/** Where and why a text is no JSON. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
  /** Index of the character. */
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y
const LITERAL_CHARACTERS = /[^\s,:"{}[\]]{1,20}/y

/** The words of JSON, and what pages put between them. */
export class Scanner {
  /** What was passed over, each once. */
  readonly #warnings = new Set<string>()
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get warnings(): readonly string[] {
    return [...this.#warnings]
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.#text.charAt(this.#at)
  }

  /** What comes next, in words. */
  get found(): string {
    if (this.isAtEnd) return 'the end of the block'
    LITERAL_CHARACTERS.lastIndex = this.#at
    return `"${LITERAL_CHARACTERS.exec(this.#text)?.[0] ?? this.next}"`
  }

  warn(message: string): void {
    this.#warnings.add(message)
  }

  fail(message: string, at = this.#at): never {
    throw new JsonError(message, at)
  }

  take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false
    this.#at += expected.length
    return true
  }

  /** White space and JavaScript comments. */
  skipSpace(): void {
    for (;;) {
      while (/[\s\ufeff]/.test(this.next)) this.#at += 1
      if (this.#text.startsWith('//', this.#at)) this.#skipTo('\n')
      else if (this.#text.startsWith('/*', this.#at)) this.#skipTo('*/')
      else return
      this.warn('JavaScript comment')
    }
  }

  /** What pages put around the whole. */
  skipWrapping(): void {
    for (;;) {
      this.skipSpace()
      if (this.take('<!--')) {
        this.warn('HTML comment')
        // A mark around the data, or a comment with words in front of it.
        this.skipSpace()
        if (!/[[{]/.test(this.next)) this.#skipTo('-->')
      } else if (this.take('-->')) this.warn('HTML comment')
      else if (this.take('<![CDATA[') || this.take(']]>')) this.warn('CDATA mark')
      else if (this.take(';')) this.warn('Semicolon at the end')
      else return
    }
  }

  /** A string, from its quote on. */
  string(): string {
    const start = this.#at
    let value = ''
    this.#at += 1
    for (;;) {
      const from = this.#at
      while (!this.isAtEnd && isPlain(this.#text.charCodeAt(this.#at))) this.#at += 1
      value += this.#text.slice(from, this.#at)
      if (this.isAtEnd) this.fail('A string is not closed', start)
      const character = this.next
      if (character === '"') break
      if (character === '\\') value += this.#escape()
      else {
        this.warn('Line break or control character in a string')
        value += character
        this.#at += 1
      }
    }
    this.#at += 1
    return value
  }

  /** A number, true, false or null. */
  literal(): number | boolean | null {
    LITERAL.lastIndex = this.#at
    const word = LITERAL.exec(this.#text)?.[0]
    if (word === undefined) this.fail(`Expected a value but found ${this.found}`)
    this.#at += word.length
    return JSON.parse(word) as number | boolean | null
  }

  /** Line and column of a character, both from 1. */
  positionOf(at: number): { readonly line: number; readonly column: number } {
    const lines = this.#text.slice(0, at).split(/\r\n|\r|\n/)
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  }

  #escape(): string {
    const code = this.#text.charAt(this.#at + 1)
    const known = ESCAPES.get(code)
    if (known !== undefined) {
      this.#at += 2
      return known
    }
    const digits = this.#text.slice(this.#at + 2, this.#at + 6)
    if (code !== 'u' || !/^[\da-f]{4}$/i.test(digits)) {
      this.fail(`"\\${code}" is no escape in JSON`)
    }
    this.#at += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  #skipTo(end: string): void {
    const found = this.#text.indexOf(end, this.#at)
    this.#at = found === -1 ? this.#text.length : found + end.length
  }
}

/** A character that means itself in a string. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code !== 0x22 && code !== 0x5c
}
