import type { OnePage } from '../../data/crawls.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'
import { PageLink } from './page-link.tsx'

type Inlinks = OnePage['inlinks']
type Outlinks = OnePage['outlinks']
type AnyLink = Inlinks['items'][number] | Outlinks['items'][number]

const AREA_WORDS: Readonly<Record<AnyLink['area'], string>> = {
  nav: 'navigation',
  header: 'header',
  main: 'main part',
  aside: 'side part',
  footer: 'footer',
  body: 'page',
} as const

/** How a link is: its text, where it stands, what it says. */
function about({ text, area, nofollow, isImage, isRedirect }: AnyLink): string {
  if (isRedirect) return 'redirects'
  const parts = [
    text === ''
      ? isImage
        ? 'an image without a text'
        : 'no text'
      : `“${text}”${isImage ? ' (image)' : ''}`,
    `in the ${AREA_WORDS[area]}`,
    ...(nofollow ? ['nofollow'] : []),
  ]
  return parts.join(', ')
}

/** Pages that link to one. */
export function Inlinks({ jobId, links }: { jobId: string; links: Inlinks }) {
  return (
    <Card title={`Linked from ${countWords(links.total, 'page')}`} isFlush>
      <ul>
        {links.items.map((link) => (
          <li key={link.url} className="border-t border-line px-4 py-2 text-sm">
            <PageLink jobId={jobId} url={link.url} />
            <span className="block text-xs break-words text-ink-faint">{about(link)}</span>
          </li>
        ))}
      </ul>
      <Rest shown={links.items.length} total={links.total} />
    </Card>
  )
}

/** Addresses that a page links to. */
export function Outlinks({ jobId, links }: { jobId: string; links: Outlinks }) {
  return (
    <Card title={`Links to ${countWords(links.total, 'address', 'addresses')}`} isFlush>
      <ul>
        {links.items.map((link) => (
          <li
            key={link.url}
            className="flex items-start justify-between gap-4 border-t border-line px-4 py-2 text-sm"
          >
            <span className="min-w-0">
              {link.external || link.statusCode === null ? (
                <span className="break-all">{link.url}</span>
              ) : (
                <PageLink jobId={jobId} url={link.url} />
              )}
              <span className="block text-xs break-words text-ink-faint">
                {about(link)}
                {link.external ? ', another site' : ''}
                {link.error === null ? '' : `: ${link.error}`}
              </span>
            </span>
            <span
              className={classes(
                'numbers shrink-0',
                (link.statusCode ?? 0) >= 400 || link.error !== null
                  ? 'font-semibold text-down'
                  : 'text-ink-soft',
              )}
            >
              {link.statusCode ?? (link.error === null ? 'not asked' : 'no answer')}
            </span>
          </li>
        ))}
      </ul>
      <Rest shown={links.items.length} total={links.total} />
    </Card>
  )
}

function Rest({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
      The first {numberWords(shown)} of {numberWords(total)}; the export of links has all.
    </p>
  )
}
