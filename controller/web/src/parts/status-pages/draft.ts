import { changedFields } from '../changed-fields.ts'
import type { Tree } from '../monitor-form/paths.ts'
import type { StatusPage } from '../../data/wire.ts'

/** A monitor as the public is to read of it. */
export interface DraftComponent {
  readonly monitorId: string
  readonly monitorName: string
  readonly name: string
  readonly description: string
  /** '': it stands under no heading. */
  readonly group: string
}

/** A status page while it is worked on: texts as they are typed. */
export interface Draft {
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly homeUrl: string
  readonly timezone: string
  /** null: Sightline's. */
  readonly color: string | null
  readonly host: string
  readonly published: boolean
  readonly listed: boolean
  readonly showResponseTimes: boolean
  /** A data: URL to be sent; null takes it away; undefined: it stays. */
  readonly logo: string | null | undefined
  readonly components: readonly DraftComponent[]
}

/** @param page null: a new one */
export function draftOf(page: StatusPage | null, zone: string): Draft {
  return {
    title: page?.title ?? '',
    slug: page?.slug ?? '',
    description: page?.description ?? '',
    homeUrl: page?.homeUrl ?? '',
    timezone: page?.timezone ?? zone,
    color: page?.color ?? null,
    host: page?.host ?? '',
    published: page?.published ?? false,
    listed: page?.listed ?? true,
    showResponseTimes: page?.showResponseTimes ?? false,
    logo: undefined,
    components: (page?.components ?? []).map(
      ({ monitorId, monitorName, name, description, group }) => ({
        monitorId,
        monitorName,
        name,
        description,
        group: group ?? '',
      }),
    ),
  }
}

/** What is sent: all of a new page, and of one that is there only what was changed. Pure. */
export function bodyOf(draft: Draft, page: StatusPage | null): Tree {
  const body = wholeOf(draft)
  return page === null ? body : changedFields(body, wholeOf(draftOf(page, page.timezone)))
}

/** An empty text is nothing, and a component without a name has its monitor's. */
function wholeOf(draft: Draft): Tree {
  const { logo, components, ...rest } = draft
  const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
  // It is left out of what is sent.
  const textOrUndefined = (text: string): string | undefined => textOrNull(text) ?? undefined
  return {
    ...rest,
    homeUrl: textOrNull(draft.homeUrl),
    host: textOrNull(draft.host),
    ...(logo === undefined ? {} : { logo }),
    components: components.map(({ monitorId, name, description, group }) => ({
      monitorId,
      name: textOrUndefined(name),
      description,
      group: textOrNull(group),
    })),
  }
}

const MAX_SLUG = 63

/** What a page's address may be called by its title; '' where nothing of it can stand there. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '')
}

/** Puts one of a list a place earlier or later; at an end it stays.
 *  @param by -1 or 1 */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const one = list[index]
  const other = list[index + by]
  if (one === undefined || other === undefined) return list
  return list.with(index, other).with(index + by, one)
}
