import type { PublicStatus, ShownComponent } from '../../../status-pages/shown/public-status.ts'
import { html } from '../page.ts'
import { daysOf } from './days-of.ts'
import { stateMark } from './marks.ts'
import { styleSource } from './style-source.ts'
import { EMBED_STYLE } from './style.ts'
import { pageTimes } from './words.ts'

/** Policy of a service in the pages of others: the one thing here that anybody may frame, and nothing can be done
 *  in it but follow its link. */
export const EMBED_POLICY = [
  "default-src 'none'",
  styleSource(EMBED_STYLE),
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ')

/** One service of a status page, to be shown in a frame of somebody's page.
 *  @param base what addresses of its status page begin with: '' on a host of its own */
export function embedHtml(status: PublicStatus, one: ShownComponent, base: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${one.name}: ${status.title}</title>
        ${{ html: `<style>${EMBED_STYLE}</style>` }}
      </head>
      <body>
        <div class="head">
          <h3>
            <a href="${base || '/'}" target="_blank" rel="noopener noreferrer">${one.name}</a>
          </h3>
          ${stateMark(one.state)}
        </div>
        ${daysOf(one, pageTimes(status.timezone))}
      </body>
    </html> `.html
}
