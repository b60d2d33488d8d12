import type { AnalysisResult } from '@sightline/shared/analyses/registry'

type LlmsTxt = AnalysisResult<'ai-readiness'>['aiSearchReadiness']['llmsTxt']

/** Bounded, so that brackets without end cost no time; parentheses may stand in an address in pairs. */
const MARKDOWN_LINK = String.raw`\[[^[\]]{0,500}\]\(\s*<?(?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,2000}>?(?:\s+"[^"]{0,500}")?\s*\)?`
const BARE_LINK = String.raw`<?https?:\/\/[^\s<>()[\]]{4,2000}>?`
const LINK = new RegExp(`${MARKDOWN_LINK}|${BARE_LINK}`, 'g')

const SECTION = /^##(?!#)/

/** From these figures on a list of links is a dump. Source: analyses design, "ai-readiness" */
const MANY_LINKS = 100
const MANY_NOTES_SHARE = 0.2
const SECTION_LINKS = 50
const SECTION_SHARE = 0.8
/** A single section is no fault where it says what most of its links are about. */
const SECTION_NOTES_SHARE = 0.5

interface Tally {
  links: number
  /** Links with words behind them on their line, which the format has for notes. */
  noted: number
  largestSection: number
}

function tally(lines: readonly string[]): Tally {
  const sum = { links: 0, noted: 0, largestSection: 0 }
  let inSection = 0
  for (const line of lines) {
    if (SECTION.test(line)) inSection = 0
    const links = line.match(LINK)?.length ?? 0
    if (links === 0) continue
    sum.links += links
    inSection += links
    sum.largestSection = Math.max(sum.largestSection, inSection)
    const behind = line.split(LINK).slice(1)
    sum.noted += behind.filter((text) => /\p{L}/u.test(text)).length
  }
  return sum
}

/** Whether the links are only listed, not told apart: many without a note, or nearly all in one section. */
function isDump({ links, noted, largestSection }: Tally): boolean {
  const hasNotes = (share: number): boolean => noted >= share * links
  if (links > MANY_LINKS && !hasNotes(MANY_NOTES_SHARE)) return true
  const isOneSection = links > SECTION_LINKS && largestSection > SECTION_SHARE * links
  return isOneSection && !hasNotes(SECTION_NOTES_SHARE)
}

/** What a /llms.txt is like: a heading with the name first, then links in sections, with notes.
 *  @param text null where there is none. Source: llmstxt.org */
export function judgeLlmsTxt(text: string | null): LlmsTxt {
  if (text === null) return { present: false }
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const sum = tally(lines)
  return {
    present: true,
    isMarkdown: /^#[ \t]+\S/.test(first),
    linkCount: sum.links,
    looksLikeSitemapDump: isDump(sum),
  }
}
