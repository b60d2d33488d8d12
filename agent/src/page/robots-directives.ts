import type { Headers } from '../http/page.ts'
import type { PageFacts } from './facts.ts'
import { readByBot, readDirectives } from './robots-words.ts'
import { words } from './words.ts'

/** What one place (meta tags, X-Robots-Tag) tells crawlers. */
export interface RobotsStatements {
  /** As written, one a tag or header field. */
  readonly raw: readonly string[]
  /** For every crawler, in lower case: "noindex", "max-snippet:50". */
  readonly directives: readonly string[]
  /** For crawlers that are named, by name in lower case. */
  readonly byBot: Readonly<Record<string, readonly string[]>>
}

/** What all statements come to. */
export interface RobotsDirectives {
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly noarchive: boolean
  readonly nosnippet: boolean
  readonly noimageindex: boolean
  readonly notranslate: boolean
  /** Characters; -1 is no limit, null is not said. */
  readonly maxSnippet: number | null
  readonly maxImagePreview: 'none' | 'standard' | 'large' | null
  /** Seconds; -1 is no limit, null is not said. */
  readonly maxVideoPreview: number | null
  /** As written. */
  readonly unavailableAfter: string | null
}

/** Crawlers that read a meta tag with their name. */
const BOTS = new Set(
  words(
    'googlebot googlebot-news googlebot-image googlebot-video google-extended storebot-google adsbot-google',
    'bingbot msnbot slurp duckduckbot duckassistbot yandex yandexbot baiduspider applebot petalbot',
    'gptbot ccbot claudebot perplexitybot amazonbot facebookbot teoma otherbot',
  ),
)

/** What a page's meta tags tell crawlers; those in its body count too.
 *  Source: Google Search documentation, "Robots meta tag" */
export function robotsInMeta(facts: PageFacts): RobotsStatements {
  const statements = new Statements()
  for (const { name, content } of facts.metas) {
    const bot = name?.trim().toLowerCase() ?? ''
    if (content === null || !(bot === 'robots' || BOTS.has(bot))) continue
    statements.raw.push(content)
    statements.add(bot === 'robots' ? null : bot, readDirectives(content))
  }
  return statements.all()
}

/** What a page's X-Robots-Tag header tells crawlers. */
export function robotsInHeader(headers: Headers): RobotsStatements {
  const statements = new Statements()
  const fields = headers['x-robots-tag'] ?? []
  for (const field of typeof fields === 'string' ? [fields] : fields) {
    statements.raw.push(field)
    for (const { bot, directives } of readByBot(field)) statements.add(bot, directives)
  }
  return statements.all()
}

/** What statements come to for every crawler, or for one. The most restrictive wins, wherever it stands.
 *  @param bot in lower case; null for crawlers that are not named */
export function effectiveDirectives(
  sources: readonly RobotsStatements[],
  bot: string | null = null,
): RobotsDirectives {
  const all = sources.flatMap(({ directives, byBot }) => [
    ...directives,
    ...(bot !== null && Object.hasOwn(byBot, bot) ? (byBot[bot] ?? []) : []),
  ])
  const has = (name: string) => all.includes(name)
  const values = (name: string) =>
    all
      .filter((directive) => directive.startsWith(`${name}:`))
      .map((it) => it.slice(name.length + 1))
  const previews = values('max-image-preview')
  const maxSnippet = least(values('max-snippet'))
  return {
    noindex: has('noindex') || has('none'),
    nofollow: has('nofollow') || has('none'),
    noarchive: has('noarchive') || has('nocache'),
    nosnippet: has('nosnippet') || maxSnippet === 0,
    noimageindex: has('noimageindex'),
    notranslate: has('notranslate'),
    maxSnippet,
    maxImagePreview:
      (['none', 'standard', 'large'] as const).find((size) => previews.includes(size)) ?? null,
    maxVideoPreview: least(values('max-video-preview')),
    unavailableAfter: earliest(values('unavailable_after')),
  }
}

/** The smallest of limits, where -1 is none at all. */
function least(values: readonly string[]): number | null {
  const limits = values.filter((value) => /^(?:-1|\d{1,9})$/.test(value)).map(Number)
  if (limits.length === 0) return null
  const bounded = limits.filter((limit) => limit >= 0)
  return bounded.length === 0 ? -1 : Math.min(...bounded)
}

/** The date that comes first; one that cannot be read only where no other can. */
function earliest(dates: readonly string[]): string | null {
  const named = dates
    .filter((date) => date !== '')
    .map((date) => ({ date, atMs: Date.parse(date) }))
  const first = named.reduce<(typeof named)[number] | undefined>(
    (before, each) => (each.atMs < (before?.atMs ?? Infinity) ? each : before),
    undefined,
  )
  return (first ?? named[0])?.date ?? null
}

/** Gathers statements of several tags or fields. */
class Statements {
  readonly raw: string[] = []
  readonly #directives = new Set<string>()
  readonly #byBot = new Map<string, Set<string>>()

  /** @param bot null for every crawler */
  add(bot: string | null, directives: readonly string[]): void {
    const known = bot === null ? this.#directives : this.#byBot.get(bot)
    const target = known ?? new Set()
    if (bot !== null) this.#byBot.set(bot, target)
    for (const directive of directives) target.add(directive)
  }

  all(): RobotsStatements {
    const byBot = [...this.#byBot].map(([bot, directives]) => [bot, [...directives]] as const)
    return {
      raw: this.raw,
      directives: [...this.#directives],
      byBot: Object.fromEntries(byBot),
    }
  }
}
