import type { AnalysisWords } from './words.ts'

export const STRUCTURED_DATA_WORDS: AnalysisWords<'structured-data'> = {
  summary: "Read a page's structured data",
  description:
    "JSON-LD, microdata and RDFa Lite of the page as it stands, without running its scripts, and which of Google's rich results its items may make. JSON-LD is read tolerantly: comments, CDATA marks, trailing commas and semicolons and raw line breaks in texts are warnings; what is no JSON is an error with its line and column within the script. JSON-LD nested more than 100 levels deep is not valid. Eligible means that no required property is missing: whether a rich result is shown is up to the search engine.",
  told: {
    url: 'https://example.com/tea',
    fetchedUrl: 'https://www.example.com/tea',
    jsonLd: [{ error: null }, { index: 1, types: [], data: null, valid: false }],
    microdata: [
      {
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
    errors: [{ index: 1 }],
    warnings: [],
    richResults: [
      {},
      { type: 'Breadcrumb', eligible: true, missing: [], recommended: [], source: 'microdata' },
    ],
  },
}
