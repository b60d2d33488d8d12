/** What a site wishes to be done with its content. Source: draft-romm-aipref-contentsignals */
export type SignalName = 'search' | 'ai-input' | 'ai-train'

/** One Content-Signal or Content-Usage line. */
export interface ContentSignal {
  readonly directive: 'content-signal' | 'content-usage'
  /** Of the group it stands in, as far as they stand above it; empty before any group. */
  readonly userAgents: readonly string[]
  /** Which paths it is about; null for all of them. */
  readonly path: string | null
  /** Yes or no to each use; one that is not named, or neither, is not in here. */
  readonly signals: Readonly<Partial<Record<SignalName, boolean>>>
  /** The value as written. */
  readonly raw: string
}

/** Names of both vocabularies. Source: contentsignals.org; draft-ietf-aipref-vocab */
const NAMES: ReadonlyMap<string, SignalName> = new Map([
  ['search', 'search'],
  ['ai-input', 'ai-input'],
  ['ai-train', 'ai-train'],
  ['train-ai', 'ai-train'],
])

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['y', true],
  ['no', false],
  ['n', false],
])

/** More than a line of any vocabulary has. */
const MAX_SIGNALS = 50

/** Reads the value of a line: `search=yes, ai-train=no`, after a path or without. Where a name comes
 *  twice the last one counts, as in structured fields (RFC 9651, section 3.2). */
export function readContentSignal(raw: string): Pick<ContentSignal, 'path' | 'signals' | 'raw'> {
  const [path = null] = /^[/*]\S*/.exec(raw) ?? []
  const signals: Partial<Record<SignalName, boolean>> = {}
  for (const part of raw.slice(path?.length ?? 0).split(/[,;]/, MAX_SIGNALS)) {
    const [name = '', answer = ''] = part.split('=', 2).map((side) => side.trim().toLowerCase())
    const known = NAMES.get(name)
    const isYes = ANSWERS.get(answer)
    if (known !== undefined && isYes !== undefined) signals[known] = isYes
  }
  return { path, signals, raw }
}
