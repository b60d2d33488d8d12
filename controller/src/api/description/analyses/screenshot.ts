import type { AnalysisWords } from './words.ts'

export const SCREENSHOT_WORDS: AnalysisWords<'screenshot'> = {
  summary: 'Take an image of a page',
  description:
    'The page as a browser renders it, as a png unless another format is asked for. The image is as wide as the device (412 CSS pixels for mobile, 1350 for desktop), one pixel for each CSS pixel; what is wider is cut off, and a page that says nothing of phones is laid out in that width too. A whole page is scrolled through first, so that it loads what it loads only when it is seen. A page that goes on loading is waited for 5 s after its load event. Images of more than 24 MB are not given (502): take jpeg or webp then. A certificate that is not accepted does not matter here. An error page is an image like any other; format=json tells its status.',
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    device: 'mobile',
    width: 412,
    height: 823,
    truncated: false,
    mimeType: 'image/png',
    bytes: 210,
    data: 'iVBORw0KGgoAAAANSUhEUgAAAZwAAAM3AQAAAAAhftuQAAAAmUlEQVR42u3LMQ0AAAwDoPo33XrYucBPehBJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkiRJkqTXaSikjo9lJJMDAAAAAElFTkSuQmCC',
  },
}
