import type { PublicStatus, ShownComponent } from '../../../status-pages/shown/public-status.ts'
import { html } from '../page.ts'
import { msWords, OVERALL_LIKE, percentWords, STATE_WORDS } from './words.ts'

/** What a badge tells. */
export const BADGES = ['status', 'uptime', 'response-time'] as const
export type BadgeKind = (typeof BADGES)[number]

/** Names of the page as a whole in a badge. */
const WHOLE_WORDS = {
  operational: 'operational',
  degraded: 'degraded',
  partialOutage: 'partial outage',
  majorOutage: 'major outage',
  maintenance: 'maintenance',
  unknown: 'not known',
} as const

const COLORS = {
  operational: '#15803d',
  degraded: '#9a5b00',
  down: '#c81e1e',
  maintenance: '#1d4ed8',
  unknown: '#5b6270',
} as const

/** A badge for READMEs. @param component null: of the page as a whole */
export function badge(
  kind: BadgeKind,
  status: PublicStatus,
  component: ShownComponent | null,
): string {
  const { value, color } = SAYS[kind](status, component)
  return draw(component?.name ?? LABELS[kind], value, color)
}

const LABELS = {
  status: 'status',
  uptime: 'uptime 30 d',
  'response-time': 'response time',
} as const

interface Said {
  readonly value: string
  readonly color: string
}

const SAYS: Readonly<
  Record<BadgeKind, (status: PublicStatus, one: ShownComponent | null) => Said>
> = {
  status: (status, one) => ({
    value: one === null ? WHOLE_WORDS[status.state] : STATE_WORDS[one.state].toLowerCase(),
    color: COLORS[one?.state ?? OVERALL_LIKE[status.state]],
  }),
  uptime(status, one) {
    const uptime = one === null ? lowest(status) : one.uptime30d
    return { value: percentWords(uptime), color: uptimeColor(uptime) }
  },
  'response-time'(status, one) {
    const times = (one === null ? status.components : [one]).flatMap(
      ({ responseMs }) => responseMs ?? [],
    )
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
    const value = times.length === 0 ? 'no data' : msWords(mean)
    return { value, color: times.length === 0 ? COLORS.unknown : COLORS.maintenance }
  },
}

/** A service is up while all of it is: its worst part tells. */
function lowest({ components }: PublicStatus): number | null {
  const known = components.flatMap(({ uptime30d }) => uptime30d ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

function uptimeColor(uptime: number | null): string {
  if (uptime === null) return COLORS.unknown
  if (uptime >= 99.5) return COLORS.operational
  return uptime >= 95 ? COLORS.degraded : COLORS.down
}

const HEIGHT = 20
/** Of a letter at 11 px in the fonts that are asked for, on average; textLength makes up for the rest. */
const LETTER = 6.5
/** The same of a letter that is as wide as it is high. */
const WIDE_LETTER = 11.5
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u
const MAX_LETTERS = 40

const lettersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)

const widthOf = (text: string): number =>
  Math.round(
    lettersOf(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? WIDE_LETTER : LETTER), 0),
  ) + 12

function draw(label: string, value: string, color: string): string {
  const letters = lettersOf(label)
  const isLong = letters.length > MAX_LETTERS
  const left = isLong ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…` : label
  const leftWidth = widthOf(left)
  const rightWidth = widthOf(value)
  const text = (content: string, x: number, width: number) =>
    html`<text x="${String(x)}" y="14" textLength="${String(width)}" lengthAdjust="spacingAndGlyphs"
      >${content}</text
    >`
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${String(leftWidth + rightWidth)}"
    height="${String(HEIGHT)}"
    role="img"
    aria-label="${left}: ${value}"
  >
    <title>${left}: ${value}</title>
    <clipPath id="r">
      <rect width="${String(leftWidth + rightWidth)}" height="${String(HEIGHT)}" rx="3" />
    </clipPath>
    <g clip-path="url(#r)">
      <rect width="${String(leftWidth)}" height="${String(HEIGHT)}" fill="#3f4550" />
      <rect
        x="${String(leftWidth)}"
        width="${String(rightWidth)}"
        height="${String(HEIGHT)}"
        fill="${color}"
      />
    </g>
    <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
      ${text(left, 6, leftWidth - 12)}${text(value, leftWidth + 6, rightWidth - 12)}
    </g>
  </svg>`.html
}
