import type { PageFacts } from '../facts.ts'
import { collectAnchors } from './anchors.ts'
import { collectButtons } from './buttons.ts'
import type { Collector, ParsedPage } from './collector.ts'
import { collectCounts } from './counts.ts'
import { collectDocument } from './document.ts'
import { collectEmbeds } from './embeds.ts'
import { collectFields } from './fields.ts'
import { collectForms } from './forms.ts'
import { collectFrames } from './frames.ts'
import { collectHeadings } from './headings.ts'
import { collectIds } from './ids.ts'
import { collectImages } from './images.ts'
import { collectLinks } from './links.ts'
import { collectMetas } from './metas.ts'
import { collectPictures } from './pictures.ts'
import { collectScripts } from './scripts.ts'
import { collectStructuredData } from './structured-data.ts'
import { collectStyleAttributes } from './style-attributes.ts'
import { collectStyles } from './styles.ts'
import { collectText } from './text.ts'
import { collectTitles } from './titles.ts'

/** Who gathers which group of facts. */
export const COLLECTORS = {
  document: collectDocument,
  titles: collectTitles,
  metas: collectMetas,
  links: collectLinks,
  headings: collectHeadings,
  anchors: collectAnchors,
  images: collectImages,
  pictures: collectPictures,
  scripts: collectScripts,
  styles: collectStyles,
  styledUrls: collectStyleAttributes,
  frames: collectFrames,
  embeds: collectEmbeds,
  forms: collectForms,
  fields: collectFields,
  buttons: collectButtons,
  counts: collectCounts,
  ids: collectIds,
  text: collectText,
  structuredData: collectStructuredData,
} satisfies { [K in keyof PageFacts]: (page: ParsedPage) => Collector<PageFacts[K]> }
