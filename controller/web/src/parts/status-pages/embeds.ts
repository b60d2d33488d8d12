import type { StatusPage } from '../../data/wire.ts'

/** In px: name, bars and the line below them. */
const HEIGHT = 124

/** A service in a frame, as HTML for pages of others. Pure.
 *  @param component one of the page */
export function embedOf(
  { url }: Pick<StatusPage, 'url'>,
  { id, name }: Pick<StatusPage['components'][number], 'id' | 'name'>,
): string {
  const source = `${url}/embed/${encodeURIComponent(id)}`
  return `<iframe src="${source}" title="Status of ${escaped(name)}" width="100%" height="${HEIGHT}" style="border:0" loading="lazy"></iframe>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
