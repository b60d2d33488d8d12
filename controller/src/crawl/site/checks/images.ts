import { endOf } from '../site.ts'
import type { Affected, SiteCheck } from '../site-check.ts'

export const brokenImages: SiteCheck = {
  severity: 'error',
  weight: 6,
  title: 'Images that are broken',
  advice: 'Visitors see a gap. Mend the address, put the file back, or take the image away.',
  find({ brokenImages: broken, pages, urls }) {
    if (broken === null) return null
    const affected = broken.flatMap(({ from, count, first }): Affected[] => {
      const page = pages[from]
      if (page === undefined) return []
      const shown = () =>
        first.flatMap((id) => {
          const image = urls.get(id)
          if (image === undefined) return []
          const { url, statusCode, error } = endOf(image, urls)
          return [
            {
              target: image.url,
              ...(url === image.url ? {} : { leadsTo: url }),
              statusCode,
              error,
            },
          ]
        })
      return [{ urlId: page.urlId, detail: () => ({ images: count, first: shown() }) }]
    })
    return { affected, ofTotal: pages.filter(({ isRedirect }) => !isRedirect).length }
  },
}
