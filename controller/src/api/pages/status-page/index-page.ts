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

/** For an address that is no page. */
export function noStatusPage(): Page {
  return {
    title: 'There is no such status page',
    body: html`<p>
      It may have moved, or is not published. <a href="/status">See which there are</a>.
    </p>`,
  }
}
