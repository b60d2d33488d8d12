import type { StatusPage } from '../../data/wire.ts'

const BADGES = [
  { kind: 'status', title: 'Status' },
  { kind: 'uptime', title: 'Uptime of 30 days' },
  { kind: 'response-time', title: 'Response time' },
] as const

/** The badges of a page, or of one component, as they stand in a README. Pure.
 *  @param componentId null: of the whole page */
export function badgesOf(
  { title, url, showResponseTimes, components }: StatusPage,
  componentId: string | null,
): { readonly title: string; readonly image: string; readonly markdown: string }[] {
  const component = components.find(({ id }) => id === componentId)
  const query = component === undefined ? '' : `?component=${encodeURIComponent(component.id)}`
  const what = plain(component?.name ?? title)
  return BADGES.filter(({ kind }) => kind !== 'response-time' || showResponseTimes).map((badge) => {
    const image = `${url}/badge/${badge.kind}.svg${query}`
    return {
      title: badge.title,
      image,
      markdown: `[![${what}: ${badge.title.toLowerCase()}](${image})](${url})`,
    }
  })
}

/** Without what means something in Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[\\[\]()<>`*_]/g, '')
}
