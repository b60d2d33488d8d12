import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { FramePlace } from '../src/parts/layout/frame-place.tsx'

/** Stands in the document where the frame goes. */
const PLACE = '<!--FRAME-->'

/** Lays the empty frame into the document: people see it before any script has run. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml(html) {
      const frame = renderToStaticMarkup(<FramePlace />)
      return html.replace(PLACE, `<!--frame-->${frame}<!--/frame-->`)
    },
  }
}
