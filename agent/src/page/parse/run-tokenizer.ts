import { Token, Tokenizer, type DefaultTreeAdapterMap, type Parser } from 'parse5'
import { NAME_CHARACTERS, nameAt, nameEnd, ownSlice } from './markup-names.ts'

/** What may come next within a run of text, by character: those below 128 from a table. */
const STOP = 0
const PLAIN = 1
const SPACE = 2
const LINE_FEED = 3

const AMPERSAND = 0x26
const QUOTATION_MARK = 0x22
const APOSTROPHE = 0x27
const LESS_THAN = 0x3c
const EQUALS = 0x3d
const GREATER_THAN = 0x3e
const SOLIDUS = 0x2f
const SPACE_CHARACTER = 0x20
const SMALL_A = 0x61
const SMALL_Z = 0x7a
/** The end of the input is one less. */
const NULL = 0
const LF = 0x0a

type Kinds = Readonly<Uint8Array>

/** A carriage return is read as a line feed or with one, and takes parse5's own way. */
function kindsStoppingAt(stops: string): Kinds {
  const kinds = new Uint8Array(128).fill(PLAIN)
  for (const space of ' \t\f') kinds[space.charCodeAt(0)] = SPACE
  kinds[LF] = LINE_FEED
  for (const stop of `\0\r${stops}`) kinds[stop.charCodeAt(0)] = STOP
  return kinds
}

const MARKUP = kindsStoppingAt('<&')
const CODE = kindsStoppingAt('<')
const DOUBLE_QUOTED = kindsStoppingAt('"&')
const SINGLE_QUOTED = kindsStoppingAt("'&")

/** Of a tag that is read in one go: each name is compared with those before it. */
const MAX_ATTRIBUTES = 16

/** Of the tags that have none, which are most: a list is made with the first attribute. */
const NO_ATTRIBUTES: Token.Attribute[] = []

/** Where a value in double quotes ends, or what in it has to be looked at by itself comes. */
function plainValueEnd(html: string, from: number): number {
  let at = from
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (
      code < 128 ? DOUBLE_QUOTED[code] !== PLAIN && code !== SPACE_CHARACTER : isSurrogate(code)
    ) {
      break
    }
  }
  return at
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

type PageParser = Parser<DefaultTreeAdapterMap>

/** parse5's own count of lines. */
interface LineCount {
  line: number
  isEol: boolean
  skipNextNewLine: boolean
  lineStartPos: number
}

/** Insertion modes in which white space and other characters are inserted alike, so that a text need not
 *  be cut into words: "in body", "text", "in caption", "in cell", "in select", "in select in table" and
 *  "in template", by parse5's numbers. Source: HTML standard, section 13.2.6.4 */
const UNCUT_MODES: ReadonlySet<number> = new Set([6, 7, 13, 14, 15, 16, 17])

/** parse5's tokenizer with long strides (what parse5 could take of them: PROPOSAL.md): texts, attribute values
 *  and names are read in one loop each and kept in one piece, and tags as most are written in one go, where parse5 goes
 *  through its states for every character and makes a token of every word. The same trees come out. Processor time of the parse alone, with these strides and without, measured
 *  beside other work on 26 November 2026, the median of 15 runs (of 3 for 2 MB):
 *
 *  | Page | With | Without |
 *  |---|---|---|
 *  | ordinary: 20 kB, 200 kB, 2 MB | 0.8, 4.3, 39 ms | 1.6, 13, 163 ms |
 *  | 2 MB of words, of single letters | 11, 11 ms | 101, 245 ms |
 *  | 2 MB in one script, in one attribute value | 20, 9 ms | 189, 56 ms |
 *  | 2 MB of empty elements, of references | 102, 53 ms | 134, 64 ms |
 *  | 2 MB of attributes without values | 598 ms | 560 ms |
 *  | 2 MB of words right in a table | 309 ms | 230 ms |
 *
 *  Added up with the benches' figures, `content` would keep its 60 ms without it and `audit` (28 of 40 ms) would
 *  have little left. */
class RunTokenizer extends Tokenizer {
  readonly #parser: PageParser
  #endTag: Token.TagToken | null = null

  constructor(parser: PageParser) {
    super(parser.options, parser)
    this.#parser = parser
    // The whole text is there already: dropping what was read would only cut it anew.
    this.preprocessor.bufferWaterline = Infinity
  }

  /** Passes over what goes on as the current character began. @returns where the run ends */
  #pass(kinds: Kinds, isWhiteSpace: boolean, isUncut: boolean): number {
    const { preprocessor } = this
    const count = preprocessor as unknown as LineCount
    const { html, pos } = preprocessor
    // A line feed after this carriage return is part of it.
    if (count.skipNextNewLine) return pos + 1
    let at = pos + 1
    let { line, lineStartPos, isEol } = count
    for (; at < html.length; at += 1) {
      const code = html.charCodeAt(at)
      const kind = code < 128 ? kinds[code] : code >= 0xd800 && code <= 0xdfff ? STOP : PLAIN
      if (kind === STOP || (!isUncut && (kind === PLAIN) === isWhiteSpace)) break
      if (isEol) {
        line += 1
        lineStartPos = at
      }
      isEol = kind === LINE_FEED
    }
    count.line = line
    count.lineStartPos = lineStartPos
    count.isEol = isEol
    preprocessor.pos = at - 1
    return at
  }

  #readText(cp: number, kinds: Kinds): void {
    this._emitCodePoint(cp)
    const type = this.currentCharacterToken?.type
    if (type === Token.TokenType.CHARACTER) {
      const isUncut = this.inForeignNode || UNCUT_MODES.has(this.#parser.insertionMode)
      this.runEnd = this.#pass(kinds, false, isUncut)
    } else if (type === Token.TokenType.WHITESPACE_CHARACTER) {
      this.runEnd = this.#pass(kinds, true, false)
    }
  }

  #readName(): string {
    const { preprocessor } = this
    const { html, pos } = preprocessor
    const end = nameEnd(html, pos + 1)
    preprocessor.pos = end - 1
    return nameAt(html, pos, end)
  }

  #beginStartTag(): Token.TagToken {
    this._createStartTagToken()
    return this.currentToken as Token.TagToken
  }

  /** One token serves all end tags but those that parse5 reads: nobody keeps one when its element is closed, while those
   *  of start tags stay with open formatting. */
  #beginEndTag(): Token.TagToken {
    const kept = this.#endTag
    if (kept === null) {
      this._createEndTagToken()
      return (this.#endTag = this.currentToken as Token.TagToken)
    }
    this._flushRun('')
    if (kept.attrs.length > 0) kept.attrs = []
    this.currentToken = kept
    return kept
  }

  /** Reads a tag in one go where it is written as nearly all are: names in small letters, values in double quotes
   *  without references and line ends, one space before each attribute. Nothing is read of any other.
   *  @returns whether it was read */
  #readTag(): boolean {
    const { preprocessor } = this
    const { html, pos } = preprocessor
    const isEnd = html.charCodeAt(pos + 1) === SOLIDUS
    const nameAtPos = pos + (isEnd ? 2 : 1)
    const first = html.charCodeAt(nameAtPos)
    if (!(first >= SMALL_A && first <= SMALL_Z)) return false
    const nameEndPos = nameEnd(html, nameAtPos)
    let attrs = NO_ATTRIBUTES
    let at = nameEndPos
    while (html.charCodeAt(at) === SPACE_CHARACTER) {
      const from = at + 1
      const end = nameEnd(html, from)
      if (end === from) {
        at = from
        break
      }
      if (html.charCodeAt(end) !== EQUALS || html.charCodeAt(end + 1) !== QUOTATION_MARK)
        return false
      const valueEnd = plainValueEnd(html, end + 2)
      if (html.charCodeAt(valueEnd) !== QUOTATION_MARK) return false
      const name = nameAt(html, from, end)
      for (const other of attrs) if (other.name === name) return false
      if (attrs.length === MAX_ATTRIBUTES) return false
      const attribute = { name, value: ownSlice(html, end + 2, valueEnd) }
      if (attrs.length === 0) attrs = [attribute]
      else attrs.push(attribute)
      at = valueEnd + 1
    }
    const isSelfClosing = html.charCodeAt(at) === SOLIDUS
    if (isSelfClosing) at += 1
    if (html.charCodeAt(at) !== GREATER_THAN) return false
    const token = isEnd ? this.#beginEndTag() : this.#beginStartTag()
    token.tagName = nameAt(html, nameAtPos, nameEndPos)
    token.selfClosing = isSelfClosing
    if (attrs.length > 0) token.attrs = attrs
    preprocessor.pos = at
    this.emitCurrentTagToken()
    return true
  }

  protected override _stateData(cp: number): void {
    if (cp === LESS_THAN) {
      if (!this.#readTag()) super._stateData(cp)
    } else if (cp === AMPERSAND || cp <= NULL) super._stateData(cp)
    else this.#readText(cp, MARKUP)
  }

  protected override _stateRcdata(cp: number): void {
    if (cp === LESS_THAN || cp === AMPERSAND || cp <= NULL) super._stateRcdata(cp)
    else this.#readText(cp, MARKUP)
  }

  protected override _stateRawtext(cp: number): void {
    if (cp === LESS_THAN || cp <= NULL) super._stateRawtext(cp)
    else this.#readText(cp, CODE)
  }

  protected override _stateScriptData(cp: number): void {
    if (cp === LESS_THAN || cp <= NULL) super._stateScriptData(cp)
    else this.#readText(cp, CODE)
  }

  protected override _stateTagName(cp: number): void {
    const token = this.currentToken
    if (NAME_CHARACTERS[cp] === 1 && token !== null && 'tagName' in token) {
      token.tagName += this.#readName()
    } else super._stateTagName(cp)
  }

  protected override _stateAttributeName(cp: number): void {
    if (NAME_CHARACTERS[cp] === 1) this.currentAttr.name += this.#readName()
    else super._stateAttributeName(cp)
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    super._stateAttributeValueDoubleQuoted(cp)
    if (cp !== QUOTATION_MARK && cp !== AMPERSAND && cp > NULL) {
      this.runEnd = this.#pass(DOUBLE_QUOTED, false, true)
    }
  }

  protected override _stateAttributeValueSingleQuoted(cp: number): void {
    super._stateAttributeValueSingleQuoted(cp)
    if (cp !== APOSTROPHE && cp !== AMPERSAND && cp > NULL) {
      this.runEnd = this.#pass(SINGLE_QUOTED, false, true)
    }
  }
}

/** Gives a parser that has read nothing yet a tokenizer with long strides. The text has to be written to
 *  it whole, as the last chunk. */
export function takeLongStrides(parser: PageParser): void {
  const { inForeignNode, state } = parser.tokenizer
  const tokenizer = new RunTokenizer(parser)
  tokenizer.inForeignNode = inForeignNode
  tokenizer.state = state
  parser.tokenizer = tokenizer
}
