import type { AnalysisOf } from '../../data/analyses.ts'
import { cut } from '../../words/cut.ts'
import { Card } from '../layout/card.tsx'

const TITLE_MAX = 60
const DESCRIPTION_MAX = 160

/** First of these that says something. */
const first = (...texts: readonly (string | null | undefined)[]): string =>
  texts.find((text) => text !== null && text !== undefined && text.trim() !== '') ?? ''

/** The page as a result of a search and as a link in a chat. */
export function Previews({ tags }: { tags: AnalysisOf<'meta-tags'> }) {
  const { host, pathname } = new URL(tags.fetchedUrl)
  const description = first(tags.meta['description'])
  const shared = {
    title: first(tags.openGraph['og:title'], tags.twitter['twitter:title'], tags.title),
    text: first(tags.openGraph['og:description'], tags.twitter['twitter:description'], description),
    image: first(tags.openGraph['og:image'], tags.twitter['twitter:image']),
  }
  return (
    <Card title="How others show it">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <figure>
          <figcaption className="mb-2 text-xs text-ink-faint">In a search</figcaption>
          <div className="rounded-xl border border-line p-4">
            <p className="text-xs break-all text-ink-soft">
              {host}
              {pathname === '/' ? '' : pathname.replaceAll('/', ' › ')}
            </p>
            <p className="mt-1 text-lg break-words text-accent">
              {cut(first(tags.title, 'No title'), TITLE_MAX)}
            </p>
            <p className="mt-0.5 text-sm break-words text-ink-soft">
              {description === ''
                ? 'Without a description the search engine chooses a text of the page.'
                : cut(description, DESCRIPTION_MAX)}
            </p>
          </div>
        </figure>
        <figure>
          <figcaption className="mb-2 text-xs text-ink-faint">In a chat</figcaption>
          <div className="overflow-hidden rounded-xl border border-line">
            <div className="flex h-24 items-center justify-center bg-sunken px-4 text-center text-xs break-all text-ink-faint">
              {shared.image === '' ? 'No image (og:image)' : shared.image}
            </div>
            <div className="p-4">
              <p className="text-xs text-ink-faint uppercase">{host}</p>
              <p className="font-medium break-words">{first(shared.title, host)}</p>
              <p className="text-sm break-words text-ink-soft">
                {cut(shared.text, DESCRIPTION_MAX)}
              </p>
            </div>
          </div>
        </figure>
      </div>
    </Card>
  )
}
