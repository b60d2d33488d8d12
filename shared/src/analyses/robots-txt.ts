import { z } from 'zod'
import { Url } from './fetched-page.ts'

/** Longest list that a result shows; the counters beside lists go on. */
export const MAX_ROBOTS_LIST = 500
/** Rules that are shown of each AI crawler's: many may share one long group. */
export const MAX_BOT_RULES = 50
/** Longest value that is shown, in characters. */
export const MAX_ROBOTS_VALUE = 500
/** Longest name of a crawler that is shown, in characters. */
export const MAX_ROBOTS_AGENT = 100
/** Longest Sitemap line that is shown, in characters. */
export const MAX_ROBOTS_URL = 2_000

const count = z.int().min(0)
/** One more for the sign that it was cut. */
const Value = z.string().max(MAX_ROBOTS_VALUE + 1)
const userAgents = z.array(z.string().max(MAX_ROBOTS_AGENT + 1)).max(MAX_ROBOTS_LIST)
const crawlDelay = z.number().min(0).nullable()

const Rule = z.object({
  directive: z
    .enum(['allow', 'disallow', 'crawl-delay'])
    .meta({ description: 'What the rule is, in lower case.', example: 'disallow' }),
  value: Value.meta({ description: 'As written, without comment.', example: '/private/' }),
})

const BotAccess = z.object({
  operator: z.string().max(100).meta({ description: 'Who runs it.', example: 'OpenAI' }),
  purpose: z.enum(['training', 'search', 'user', 'agent', 'other']).meta({
    description:
      'What it fetches for: training models, a search index, one user, an agent, or other things.',
  }),
  mentioned: z.boolean().meta({ description: 'A group names it; one for "*" does not count.' }),
  allowed: z.boolean().meta({ description: 'It may fetch "/".' }),
  status: z.enum(['allowed', 'disallowed', 'partial', 'default']).meta({
    description:
      'How much of the site its own groups let it fetch; "default" when none names it and "*" decides.',
  }),
  rules: z
    .array(Rule)
    .max(MAX_BOT_RULES)
    .meta({
      description: `Rules of the groups that name it, the first ${MAX_BOT_RULES}.`,
    }),
  rulesTotal: count.meta({ description: 'How many rules there are.' }),
  crawlDelay: crawlDelay.meta({ description: 'Seconds between requests that hold for it.' }),
})

const Signals = z.object({
  search: z
    .boolean()
    .optional()
    .meta({ description: 'Showing it in search results.', example: true }),
  'ai-input': z.boolean().optional().meta({ description: 'Giving it to a model that answers.' }),
  'ai-train': z.boolean().optional().meta({ description: 'Training models with it.' }),
})

/** Source: contract, "Robots.txt result" */
export const RobotsTxtResult = z.object({
  url: Url.meta({
    description: 'The robots.txt URL read from the origin of the given URL.',
    example: 'https://example.com/robots.txt',
  }),
  fetchedUrl: Url.meta({
    description: 'Where the answer came from, after redirects.',
    example: 'https://example.com/robots.txt',
  }),
  found: z.boolean().meta({ description: 'A parseable robots.txt was served.', example: true }),
  valid: z.boolean().meta({ description: 'True when found and no unparseable line occurred.' }),
  statusCode: z.int().meta({ description: 'HTTP status of the robots.txt request.', example: 200 }),
  truncated: z
    .boolean()
    .meta({ description: 'The file is longer than what is read of it, 512 KiB.' }),
  stats: z
    .object({
      lines: count.meta({ description: 'Lines; a final line end starts none.', example: 9 }),
      comments: count.meta({ description: 'Lines that are nothing but a comment.', example: 1 }),
      groups: count.meta({ description: 'Groups, as written.', example: 2 }),
      rules: count.meta({
        description: 'Allow, disallow and crawl-delay lines of all groups.',
        example: 3,
      }),
      sitemaps: count.meta({ description: 'Sitemap lines.', example: 1 }),
      errors: count.meta({ description: 'Lines that could not be parsed.', example: 1 }),
    })
    .meta({ description: 'What the file holds.' }),
  sitemaps: z
    .array(z.string().max(MAX_ROBOTS_URL + 1))
    .max(MAX_ROBOTS_LIST)
    .meta({
      description: 'All Sitemap directives, as written.',
      example: ['https://example.com/sitemap.xml'],
    }),
  contentSignals: z
    .array(
      z.object({
        userAgents: userAgents.meta({
          description: 'Crawlers of the group it stands in; empty before any group.',
          example: ['*'],
        }),
        signals: Signals.meta({
          description: 'true for yes, false for no; what is not named is absent.',
        }),
        raw: Value.meta({ description: 'As written.', example: 'search=yes, ai-train=no' }),
        directive: z.enum(['content-signal', 'content-usage']).meta({
          description: 'The field it is written in; Content-Usage is that of the IETF.',
        }),
        path: Value.nullable().meta({ description: 'Which paths it is about; null for all.' }),
      }),
    )
    .max(MAX_ROBOTS_LIST)
    .meta({ description: 'Content-Signal directives (ai-train, search, ai-input preferences).' }),
  aiBots: z
    .object({
      hasAnyAIRule: z.boolean().meta({
        description: 'A group names an AI crawler and has an allow or disallow line.',
        example: true,
      }),
      perBot: z.record(z.string().max(60), BotAccess).meta({
        description: 'What holds for each AI crawler scanned, by its product token.',
        example: {
          GPTBot: {
            operator: 'OpenAI',
            purpose: 'training',
            mentioned: true,
            allowed: false,
            status: 'disallowed',
            rules: [{ directive: 'disallow', value: '/' }],
            rulesTotal: 1,
            crawlDelay: null,
          },
        },
      }),
    })
    .meta({ description: 'What AI crawlers may do.' }),
  groups: z
    .array(
      z.object({
        userAgents: userAgents.meta({
          description: 'Crawlers it is for, as written.',
          example: ['*'],
        }),
        rules: z
          .array(Rule)
          .max(MAX_ROBOTS_LIST)
          .meta({ description: 'Its rules in their order.' }),
        rulesTotal: count.meta({ description: 'How many rules it has.', example: 2 }),
        crawlDelay: crawlDelay.meta({ description: 'Seconds between requests; null without.' }),
      }),
    )
    .max(MAX_ROBOTS_LIST)
    .meta({ description: 'Groups in the order of the file, as written.' }),
  errors: z
    .array(
      z.object({
        line: z.int().min(1).meta({ description: 'Counted from 1.', example: 9 }),
        text: Value.meta({ description: 'The line.', example: 'nonsense' }),
        reason: z.string().max(300).meta({
          description: 'What is wrong with it.',
          example: 'It has no colon, so "nonsense" is read as nothing.',
        }),
      }),
    )
    .max(MAX_ROBOTS_LIST)
    .meta({ description: 'Lines that could not be parsed.' }),
})
