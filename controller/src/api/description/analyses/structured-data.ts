import type { AnalysisWords } from './words.ts'

export const STRUCTURED_DATA_WORDS: AnalysisWords<'structured-data'> = {
  summary: "Read a page's structured data",
  description:
    "JSON-LD, microdata and RDFa Lite of the page as it stands, without running its scripts, and which of Google's rich results its items may make. JSON-LD is read tolerantly: comments, CDATA marks, trailing commas and semicolons and raw line breaks in texts are warnings; what is no JSON is an error with its line and column within the script. JSON-LD nested more than 100 levels deep is not valid. Eligible means that no required property is missing: whether a rich result is shown is up to the search engine.",
  example: {
    url: 'https://example.com/tea',
    fetchedUrl: 'https://www.example.com/tea',
    statusCode: 200,
    hasStructuredData: true,
    counts: { jsonLd: 2, microdata: 1, rdfa: 0, errors: 1 },
    types: ['Product', 'BreadcrumbList'],
    jsonLd: [
      {
        index: 0,
        types: ['Product'],
        data: { '@context': 'https://schema.org', '@type': 'Product', name: 'Green tea' },
        valid: true,
        error: null,
      },
      {
        index: 1,
        types: [],
        data: null,
        valid: false,
        error: 'Expected "," or "}" but found the end of the block (line 4, column 1)',
      },
    ],
    microdata: [
      {
        type: ['https://schema.org/BreadcrumbList'],
        id: null,
        properties: {
          itemListElement: [
            {
              type: ['https://schema.org/ListItem'],
              id: null,
              properties: { position: ['1'], name: ['Tea'] },
            },
          ],
        },
      },
    ],
    rdfa: [],
    openGraph: { 'og:title': 'Green tea' },
    errors: [
      {
        source: 'jsonLd',
        index: 1,
        message: 'Expected "," or "}" but found the end of the block (line 4, column 1)',
        line: 4,
        column: 1,
      },
    ],
    warnings: [],
    richResults: [
      {
        type: 'Product',
        eligible: false,
        missing: ['review|aggregateRating|offers'],
        recommended: ['image', 'description', 'brand', 'sku'],
        source: 'jsonLd',
        index: 0,
      },
      {
        type: 'Breadcrumb',
        eligible: true,
        missing: [],
        recommended: [],
        source: 'microdata',
        index: 0,
      },
    ],
  },
}
