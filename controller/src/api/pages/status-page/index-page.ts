import type { PublishedPageRow } from '../../../db/status-page-reads.ts'
import { each, html } from '../page.ts'
import type { Page } from '../page.ts'

/** The list of status pages. */
export function statusIndexPage(pages: readonly PublishedPageRow[]): Page {
  return {
    title: 'Status pages',
    body:
      pages.length === 0
        ? html`<p>No status page is published here.</p>`
        : html`<ul>
            ${each(pages, ({ slug, title }) => html`<li><a href="/status/${slug}">${title}</a></li>`)}
          </ul>`,
  }
}

/** For an address that is no page.
 *  @param isAtOwnHost of a status page: others are not to be found there */
export function noStatusPage(isAtOwnHost: boolean): Page {
  if (isAtOwnHost) {
    return {
      title: 'There is no such page',
      body: html`<p>The address may be mistyped. <a href="/">See the status</a>.</p>`,
    }
  }
  return {
    title: 'There is no such status page',
    body: html`<p>
      It may have moved, or is not published. <a href="/status">See which there are</a>.
    </p>`,
  }
}
