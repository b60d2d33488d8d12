import { decodePage } from '../page/decode-page.ts'
import type { Analysis } from './analysis.ts'

/** The page as it was fetched. */
export const rawHtmlAnalysis: Analysis<'raw-html', 'page'> = {
  needs: ['page'],
  analyse({ page }) {
    const { text, charset } = decodePage(page)
    const contentType = page.headers['content-type']
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      contentType: typeof contentType === 'string' ? contentType : null,
      charset,
      bytes: page.body.byteLength,
      transferBytes: page.transferBytes,
      truncated: page.isTruncated,
      headers: Object.fromEntries(
        Object.entries(page.headers).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : [...value],
        ]),
      ),
      redirects: page.hops.length,
      html: text,
    }
  },
}
