import { MAX_OUTAGES } from '../../../status-pages/shown/read-happenings.ts'
import { worstState } from '../../../status-pages/shown/component-state.ts'
import type {
  PublicStatus,
  ShownComponent,
  ShownMaintenance,
} from '../../../status-pages/shown/public-status.ts'
import type { Html } from '../page.ts'
import { each, html, NOTHING } from '../page.ts'
import { daysOf } from './days-of.ts'
import { stateMark, time } from './marks.ts'
import { outageCard, pastOutages } from './outages.ts'
import { styleSource } from './style-source.ts'
import { styleOf } from './style.ts'
import type { PageTimes } from './words.ts'
import { OVERALL_LIKE, overallWords, pageTimes, STATE_SIGNS } from './words.ts'

/** How a status page is shown. */
export interface Shown {
  /** What its addresses begin with: '' on a host of its own. */
  readonly base: string
  /** Whether readers can be told by mail. */
  readonly canSubscribe: boolean
}

/** The page as HTML: whole, without a script and without anything from elsewhere. */
export function statusPageHtml(status: PublicStatus, shown: Shown): string {
  const times = pageTimes(status.timezone)
  const current = status.outages.filter(({ endedAt }) => endedAt === null)
  const past = status.outages.filter(({ endedAt }) => endedAt !== null)
  return documentOf(
    status,
    shown,
    html`${overall(status, times)}
    ${
      current.length === 0
        ? NOTHING
        : section(
            'Under way',
            each(current, (outage) => outageCard(outage, status.at, times)),
          )
    }
    ${
      status.maintenance.length === 0
        ? NOTHING
        : section(
            'Maintenance',
            each(byWindow(status.maintenance), (planned) =>
              maintenanceCard(planned, status.components.length, times),
            ),
          )
    }
    ${section('Services', components(status.components, times))}
    ${section('Past outages', pastOutages(past, times, status.outages.length >= MAX_OUTAGES))}
    ${shown.canSubscribe ? section('Be told by mail', subscribe(shown.base)) : NOTHING}`,
  )
}

/** A page of its own in the same frame, such as the answer to a form. */
export function statusMessageHtml(
  status: PublicStatus,
  shown: Shown,
  message: { readonly title: string; readonly body: Html },
): string {
  const body = html`<section class="card">
    <h2>${message.title}</h2>
    ${message.body}
    <p><a href="${shown.base || '/'}">Back to the status page</a></p>
  </section>`
  return documentOf(status, shown, body)
}

/** Policy of a page that has this style and nothing else. */
export function policyOf(color: string | null): string {
  return [
    "default-src 'none'",
    styleSource(styleOf(color)),
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function documentOf(status: PublicStatus, { base }: Shown, body: Html): string {
  const { title, description, homeUrl, logo, color } = status
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}: ${overallWords(status)}</title>
        <meta name="description" content="${description || `How ${title} is doing.`}" />
        <link rel="icon" href="${base}/icon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/rss+xml" title="${title}" href="${base}/feed.xml" />
        ${{ html: `<style>${styleOf(color)}</style>` }}
      </head>
      <body>
        <div class="page">
          <header>
            ${logo === null ? NOTHING : html`<img src="${base}/logo?${logo}" alt="" />`}
            <div>
              <h1>${title}</h1>
              ${description === '' ? NOTHING : html`<p>${description}</p>`}
            </div>
            ${homeUrl === null ? NOTHING : html`<a class="home" href="${homeUrl}">${new URL(homeUrl).host}</a>`}
          </header>
          <main>${body}</main>
          <footer>
            <a href="${base}/feed.xml">RSS</a>
            <a href="${base}/status.json">JSON</a>
            <span>Times are ${status.timezone}.</span>
          </footer>
        </div>
      </body>
    </html> `.html
}

function section(title: string, body: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${body}
  </section>`
}

function overall(status: PublicStatus, times: PageTimes): Html {
  const like = OVERALL_LIKE[status.state]
  return html`<p class="overall ${like}">
    <span class="sign" aria-hidden="true">${STATE_SIGNS[like]}</span>
    <span
      >${overallWords(status)}<small
        >As of ${time(status.at, times)}. Load the page again for the latest.</small
      ></span
    >
  </p>`
}

function components(all: readonly ShownComponent[], times: PageTimes): Html {
  if (all.length === 0) {
    return html`<p class="card">No services have been added to this page yet.</p>`
  }
  const groups = Map.groupBy(all, ({ group }) => group)
  return each([...groups], ([group, some]) =>
    group === null
      ? html`<div class="card">${each(some, (one) => component(one, times))}</div>`
      : groupCard(group, some, times),
  )
}

/** Folded while all is well. */
function groupCard(name: string, some: readonly ShownComponent[], times: PageTimes): Html {
  const state = worstState(some.map((one) => one.state))
  const open = state === 'operational' ? NOTHING : html` open`
  return html`<details class="card" ${open}>
    <summary>
      <h3>${name}</h3>
      ${stateMark(state)}
    </summary>
    ${each(some, (one) => component(one, times))}
  </details>`
}

function component(one: ShownComponent, times: PageTimes): Html {
  return html`<div class="part">
    <div class="head">
      <h3>${one.name}</h3>
      ${stateMark(one.state)}
    </div>
    ${one.description === '' ? NOTHING : html`<p class="soft">${one.description}</p>`}
    ${daysOf(one, times)}
  </div>`
}

/** Occurrences of a window, the next first. */
type Planned = readonly [ShownMaintenance, ...ShownMaintenance[]]

/** What repeats every night would fill the page before the services. */
function byWindow(maintenance: readonly ShownMaintenance[]): readonly Planned[] {
  const windows = Map.groupBy(maintenance, ({ windowId }) => windowId)
  return [...windows.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [[first, ...rest] as const],
  )
}

/** @param ofAll components of the page */
function maintenanceCard([one, ...rest]: Planned, ofAll: number, times: PageTimes): Html {
  return html`<article class="card" id="${one.id}">
    <div class="head">
      <h3>${one.description || 'Maintenance'}</h3>
      ${one.isUnderWay ? stateMark('maintenance') : NOTHING}
    </div>
    <p class="soft">
      ${times.range(one.from, one.to)}:
      ${one.components.length === ofAll ? 'all services' : one.components.join(', ')}
    </p>
    ${rest.length === 0 ? NOTHING : again(rest, times)}
  </article>`
}

/** The later ones: feeds and mails lead to each. */
function again(rest: readonly ShownMaintenance[], times: PageTimes): Html {
  return html`<details>
    <summary class="soft">and ${String(rest.length)} more</summary>
    <ul class="soft">
      ${each(rest, ({ id, from, to }) => html`<li id="${id}">${times.range(from, to)}</li>`)}
    </ul>
  </details>`
}

function subscribe(base: string): Html {
  return html`<form class="card" method="post" action="${base}/subscribe">
    <label for="email"
      >Your mail address: you get a mail when something goes down, comes back, or is planned.</label
    >
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" />
    <button type="submit">Subscribe</button>
  </form>`
}
