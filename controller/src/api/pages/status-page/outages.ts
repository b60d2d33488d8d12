import type { ShownNote, ShownOutage } from '../../../status-pages/shown/public-status.ts'
import { MAX_OUTAGES, OUTAGE_DAYS } from '../../../status-pages/shown/read-happenings.ts'
import type { Html } from '../page.ts'
import { each, html, NOTHING } from '../page.ts'
import { stateMark, time } from './marks.ts'
import type { PageTimes } from './words.ts'
import { spanWords } from './words.ts'

/** An outage that goes on. */
export function outageCard(
  { id, component, startedAt, notes }: ShownOutage,
  at: Date,
  times: PageTimes,
): Html {
  const seconds = (at.getTime() - startedAt.getTime()) / 1_000
  return html`<article class="card" id="${id}">
    <div class="head">
      <h3>${component}</h3>
      ${stateMark('down')}
    </div>
    <p class="soft">
      Not available since ${time(startedAt, times)}, for ${spanWords(seconds)} now.
    </p>
    ${notesList(notes, times)}
  </article>`
}

/** Outages that are over, by the days on which they began.
 *  @param past the latest first
 *  @param isCut there may have been more */
export function pastOutages(past: readonly ShownOutage[], times: PageTimes, isCut: boolean): Html {
  if (past.length === 0 && !isCut) {
    return html`<p class="card">None in the last ${String(OUTAGE_DAYS)} days.</p>`
  }
  const byDay = Map.groupBy(past, ({ startedAt }) => times.date(startedAt))
  return html`${each(
    [...byDay],
    ([day, outages]) =>
      html`<div class="card">
        <h3 class="date">${day}</h3>
        ${each(outages, (outage) => pastOutage(outage, times))}
      </div>`,
  )}
  ${isCut ? html`<p class="soft">Of all outages only the latest ${String(MAX_OUTAGES)} are shown.</p>` : NOTHING}`
}

function pastOutage(
  { id, component, startedAt, endedAt, notes }: ShownOutage,
  times: PageTimes,
): Html {
  const end = endedAt ?? startedAt
  const seconds = (end.getTime() - startedAt.getTime()) / 1_000
  return html`<article class="part" id="${id}">
    <h4>${component}</h4>
    <p class="soft">Not available for ${spanWords(seconds)}: ${times.range(startedAt, end)}.</p>
    ${notesList(notes, times)}
  </article>`
}

function notesList(notes: readonly ShownNote[], times: PageTimes): Html {
  if (notes.length === 0) return NOTHING
  return html`<ol class="notes">
    ${each(
      notes,
      (note) =>
        html`<li>
          <p>${note.text}</p>
          <p class="soft">${time(note.at, times)}</p>
        </li>`,
    )}
  </ol>`
}
