import type { Gatherer } from './gatherer.ts'

/** Which hosts of the page, and of the way to it over plain http, browsers reach over https alone. */
export const gatherPreloadedHosts: Gatherer<'preloadedHosts'> = async (context) => {
  const { get, preloads, signal } = context
  const [page, { trail }] = await Promise.all([get('page'), get('plainHttp')])
  const urls = [page, ...page.hops, ...(trail?.steps ?? [])].map(({ url }) => URL.parse(url))
  return preloads.listed(
    urls.flatMap((url) => (url === null ? [] : [url.hostname])),
    signal,
  )
}
