import type { AnalysisWords } from './words.ts'

export const SCREENSHOT_WORDS: AnalysisWords<'screenshot'> = {
  summary: 'Take an image of a page',
  description:
    'The page as a browser renders it, as a png unless another format is asked for. The image is as wide as the device (412 CSS pixels for mobile, 1350 for desktop), one pixel for each CSS pixel; what is wider is cut off, and a page that says nothing of phones is laid out in that width too. A whole page is scrolled through first, so that it loads what it loads only when it is seen. A page that goes on loading is waited for 5 s after its load event; one whose load does not end within 25 s is shown as far as it came, and `complete`, or the header X-Sightline-Complete of an image, says so. A page that shows nothing, or whose scripts keep the browser busy, is a 502. Images of more than 24 MB are not given (502): take jpeg or webp then. A certificate that is not accepted does not matter here. An error page is an image like any other; format=json tells its status.',
}
