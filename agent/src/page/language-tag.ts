import { words } from './words.ts'

/** Languages, scripts and regions that have a name are those that exist; a code nobody knows has none. */
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const scripts = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes with a name that are no countries of ISO 3166-1: groups, islands without a code, test codes. */
const NO_COUNTRIES = new Set(words('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'))

/** Intl takes it for GB; the registry of subtags does not know it. */
const WITH_UK = /^[a-z]{2,3}(?:-[a-z]{4})?-uk(?:-|$)/i

/** In front of a language that may be written as a part of it ("zh-cmn-Hans"), which Intl does not take.
 *  Source: RFC 5646, section 2.2.2 (extended language subtags) */
const MACROLANGUAGE = /^(?:ar|kok|lv|ms|sgn|sw|uz|zh)-(?=[a-z]{3}(?:-|$))/i

/** Languages of three letters that are registered, though Intl takes them for the larger one of two letters that they
 *  are a part of. All else that it shortens ("eng", "ger") is a second name of what has two letters, and no tag.
 *  Source: RFC 5646, section 2.2.1 (rule 4); IANA Language Subtag Registry */
const OF_A_MACROLANGUAGE = new Set(
  words(
    'adp als arb ayr azj cls cmn cnr cwd drh drw ekk esk fat fuc gaz gug ike khk kmr knc kng',
    'kpv lvs npi ojg ory pbu pes plt prp prs quz src swc swh tnf uzn ydd zsm zyb',
  ),
)

/** Longest tag that is looked at; RFC 5646, section 4.4.1, asks for 35. */
const MAX_LENGTH = 100

/** Tags that were asked about last: pages of a site have few. */
const judged = new Map<string, boolean>()
const MAX_JUDGED = 200

/** Whether a value is a language tag as HTML's lang takes it: well formed, its language known.
 *  Source: BCP 47 (RFC 5646, section 2.1) */
export function isLanguageTag(value: string): boolean {
  const known = judged.get(value)
  if (known !== undefined) return known
  const isTag = judge(value)
  if (judged.size >= MAX_JUDGED) judged.clear()
  if (value.length <= MAX_LENGTH) judged.set(value, isTag)
  return isTag
}

function judge(value: string): boolean {
  if (value.length > MAX_LENGTH || WITH_UK.test(value)) return false
  try {
    const tag = value.replace(MACROLANGUAGE, '')
    const { language, script, region } = new Intl.Locale(tag)
    const written = tag.split('-', 1)[0]?.toLowerCase() ?? ''
    if (written.length > language.length && !OF_A_MACROLANGUAGE.has(written)) return false
    return (
      languages.of(language) !== undefined &&
      (script === undefined || scripts.of(script) !== undefined) &&
      (region === undefined || regions.of(region) !== undefined)
    )
  } catch {
    // Not well formed. Tags for private use ("x-klingon") are no language either.
    return false
  }
}

/** Whether a code is a country's of ISO 3166-1, alpha 2. "UK" is none: the United Kingdom's is GB. */
export function isCountryCode(code: string): boolean {
  if (!/^[a-z]{2}$/i.test(code)) return false
  const upper = code.toUpperCase()
  if (NO_COUNTRIES.has(upper)) return false
  // A code that was replaced by another is read as that other.
  return new Intl.Locale(`und-${upper}`).region === upper && regions.of(upper) !== undefined
}
