import type { AnalysisWords } from './words.ts'

export const META_TAGS_WORDS: AnalysisWords<'meta-tags'> = {
  summary: "Read a page's meta tags",
  description:
    'Title, meta, link and html tags as they stand in the page, without running its scripts. Names are in lower case and addresses absolute. Where a name comes more than once, the first one is told, and the counts tell all. Tags in the body are read too; what a noscript element holds is not.',
}
