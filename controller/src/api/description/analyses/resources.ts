import type { AnalysisWords } from './words.ts'

export const RESOURCES_WORDS: AnalysisWords<'resources'> = {
  summary: 'List what a page loads',
  description:
    'Images (also those of srcset and picture), scripts, style sheets, preloads, icons, manifests, frames, media, and what style elements and style attributes name, from the HTML as it is served: one row for each address, whose status and size come from a HEAD request (a GET where servers refuse that, or do not tell the size). The first 150 are asked for, each for up to 5 s, all of them as long as 24 s have not passed since the page was asked for; `counts` by type, `broken` and `thirdParty` are of those in `resources`. Scripts are not run, so what they load is not listed.',
  told: {
    fetchedUrl: 'https://example.com/',
    counts: { images: 1, scripts: 1, stylesheets: 1, thirdParty: 1 },
    resources: [
      { size: 4402, encoding: 'gzip', cacheControl: 'max-age=31536000', renderBlocking: true },
      {
        url: 'https://cdn.example.net/app.js',
        type: 'script',
        contentType: 'text/javascript; charset=utf-8',
        cacheControl: 'public, max-age=86400',
        thirdParty: true,
        async: false,
        defer: true,
        integrity: true,
        ms: 41.7,
      },
      {
        url: 'https://example.com/team.jpg',
        type: 'image',
        statusCode: null,
        contentType: null,
        size: null,
        encoding: null,
        cacheControl: null,
        alt: 'Our team',
        width: '1200',
        height: '800',
        lazy: true,
        ms: null,
        error: 'example.com refused the connection.',
      },
    ],
  },
}
