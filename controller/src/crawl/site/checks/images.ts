import type { Affected, SiteCheck } from '../site-check.ts'
import { statusOf } from './links.ts'

export const brokenImages: SiteCheck = {
  severity: 'error',
  weight: 6,
  title: 'Images that are broken',
  advice: 'Visitors see a gap. Mend the address, put the file back, or take the image away.',
  find(site) {
    const { brokenImages: broken, pages, urls } = site
    if (broken === null) return null
    const affected = broken.flatMap(({ from, count, first }): Affected[] => {
      const page = pages[from]
      if (page === undefined) return []
      const shown = () =>
        first.flatMap((id) => {
          const image = urls.get(id)
          return image === undefined ? [] : [{ target: image.url, ...statusOf(image, site) }]
        })
      return [{ urlId: page.urlId, detail: () => ({ images: count, first: shown() }) }]
    })
    return { affected, ofTotal: pages.filter(({ isRedirect }) => !isRedirect).length }
  },
}
