import type { StructuredItem } from './structured-data/item.ts'

/** Everything that analyses and audit checks read of a page, filled by one parse and one walk over its
 *  tree. It survives a structured clone. Addresses are resolved against the page's base; `href` and
 *  `src` are as written, without surrounding white space; `null` where an attribute is absent. Lists
 *  hold at most what `limits.ts` says, the counters beside them everything. */
export interface PageFacts {
  readonly document: DocumentFacts
  /** Every title element that is no part of an SVG, in document order. */
  readonly titles: readonly PlacedText[]
  /** Every meta element. */
  readonly metas: readonly MetaTag[]
  /** Every link element. */
  readonly links: readonly LinkTag[]
  /** h1 to h6 in document order. */
  readonly headings: readonly Heading[]
  /** a and area elements, those without a usable address too. */
  readonly anchors: ListedAnchors
  readonly images: Listed<Image>
  readonly pictures: { readonly total: number; readonly withoutImg: number }
  readonly scripts: readonly Script[]
  readonly styles: readonly InlineStyle[]
  /** Addresses of url() in style attributes, each once. */
  readonly styledUrls: readonly string[]
  readonly frames: readonly Frame[]
  /** What video, audio, source, track, embed, object and input type=image load. */
  readonly embeds: readonly Embed[]
  readonly forms: readonly Form[]
  /** Form fields that take a label: input (but hidden, submit, reset, button, image), select, textarea. */
  readonly fields: { readonly total: number; readonly withoutLabel: number }
  /** button elements, input buttons, and elements with role=button. */
  readonly buttons: { readonly total: number; readonly withoutName: number }
  readonly counts: ElementCounts
  readonly ids: { readonly duplicated: readonly string[]; readonly duplicatedTotal: number }
  readonly text: TextFacts
  readonly structuredData: StructuredDataFacts
}

/** A list that is cut at a limit. */
export interface Listed<T> {
  readonly list: readonly T[]
  /** How many there are, also beyond the limit. */
  readonly total: number
}

/** The anchors of a page, and where those behind the end of the list lead to. */
export interface ListedAnchors extends Listed<Anchor> {
  /** Behind the end of the list: the first to each page of the web that none before leads to, and the first that does
   *  not say nofollow where all before do; as many as a list holds. */
  readonly more: readonly Anchor[]
  /** Behind the end of the list: how many lead to pages of the web, by whose site these are of. */
  readonly beyond: { readonly internal: number; readonly external: number }
}

export interface DocumentFacts {
  /** Where the page was fetched from. */
  readonly url: string
  /** What addresses are resolved against: the first usable base element, else `url`. */
  readonly baseUrl: string
  readonly hasDoctype: boolean
  readonly lang: string | null
  readonly dir: string | null
  /** Elements of the whole tree, templates left out. */
  readonly elements: number
  readonly maxDepth: number
  /** The document is nested deeper, or larger, than is looked at: facts are of its beginning. */
  readonly isCut: boolean
  /** What the page itself declares, as written; null when it does not. */
  readonly declaredCharset: string | null
  /** Where the declaration ends, in bytes from the beginning; null without one. */
  readonly declaredCharsetAt: number | null
  /** Length of the HTML as text, in bytes of UTF-8. */
  readonly htmlBytes: number
}

/** Where in a page something stands. The nearest landmark around it decides. */
export type PageArea = 'nav' | 'header' | 'footer' | 'main' | 'aside' | 'body'

export interface PlacedText {
  /** With white space collapsed. */
  readonly text: string
  readonly isInHead: boolean
}

/** A meta element; null for attributes that are absent. */
export interface MetaTag {
  readonly name: string | null
  readonly property: string | null
  readonly httpEquiv: string | null
  readonly itemprop: string | null
  readonly charset: string | null
  readonly content: string | null
  readonly media: string | null
  readonly isInHead: boolean
}

export interface LinkTag {
  /** Words of rel in lower case. */
  readonly rel: readonly string[]
  readonly href: string | null
  /** Resolved; null where href is absent or no address. */
  readonly url: string | null
  readonly hreflang: string | null
  readonly type: string | null
  readonly media: string | null
  readonly sizes: string | null
  readonly as: string | null
  readonly integrity: string | null
  readonly crossorigin: string | null
  readonly isDisabled: boolean
  readonly isInHead: boolean
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number
  /** Text with that of images' alt, white space collapsed. */
  readonly text: string
}

export interface Anchor {
  readonly element: 'a' | 'area'
  readonly href: string | null
  /** Resolved, with its fragment; null where href is absent or no address. */
  readonly url: string | null
  /** Visible text with that of images' alt, white space collapsed, at most 300 characters. */
  readonly text: string
  /** aria-label or title where the text is empty; null without. */
  readonly label: string | null
  readonly rel: readonly string[]
  /** In lower case; null without. */
  readonly role: string | null
  /** It has an id or a name: other links may lead to it. */
  readonly isNamed: boolean
  readonly target: string | null
  readonly hasDownload: boolean
  readonly hreflang: string | null
  readonly area: PageArea
  /** It holds an image and no text of its own. */
  readonly isImage: boolean
  /** alt of its first image, or of the area; null without. */
  readonly alt: string | null
}

export interface Image {
  readonly src: string | null
  readonly url: string | null
  /** Resolved addresses of its srcset and of the source elements of its picture. */
  readonly candidates: readonly string[]
  readonly alt: string | null
  /** Attributes as written. */
  readonly width: string | null
  readonly height: string | null
  readonly loading: string | null
  readonly isInPicture: boolean
  /** Hidden from assistive technology (role=presentation, aria-hidden). */
  readonly isDecorative: boolean
  readonly isInNoscript: boolean
}

export interface Script {
  readonly src: string | null
  /** null for inline ones. */
  readonly url: string | null
  /** In lower case; null when absent. */
  readonly type: string | null
  readonly isAsync: boolean
  readonly isDefer: boolean
  readonly isModule: boolean
  readonly isNoModule: boolean
  readonly isInHead: boolean
  readonly integrity: string | null
  readonly crossorigin: string | null
  readonly hasNonce: boolean
  /** Of its text, in bytes of UTF-8; 0 for external ones. */
  readonly inlineBytes: number
}

/** A style element. */
export interface InlineStyle {
  readonly media: string | null
  readonly isInHead: boolean
  readonly bytes: number
  /** Resolved addresses of url() and @import in it, at most 100. */
  readonly urls: readonly string[]
}

export interface Frame {
  readonly src: string | null
  readonly url: string | null
  readonly title: string | null
  readonly loading: string | null
  readonly isHidden: boolean
}

export interface Embed {
  readonly element: 'video' | 'audio' | 'source' | 'track' | 'embed' | 'object' | 'input' | 'poster'
  readonly url: string
}

export interface Form {
  readonly action: string | null
  /** Where it submits to; the page itself without an action, null where that is no address. */
  readonly url: string | null
  /** In lower case. */
  readonly method: string
}

export interface ElementCounts {
  /** With those that role=main makes one. */
  readonly main: number
  readonly nav: number
  readonly header: number
  readonly footer: number
  readonly article: number
  readonly section: number
  readonly aside: number
  readonly tables: number
  readonly orderedLists: number
  readonly unorderedLists: number
  readonly paragraphs: number
  readonly blockquotes: number
  /** q elements. */
  readonly inlineQuotes: number
  readonly svgs: number
  readonly inlineStyleAttributes: number
  /** Meta elements that belong into the head and stand in the body (those of microdata and RDFa may). */
  readonly metasInBody: number
}

/** A piece of text that no block border goes through. */
export interface TextBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'cell' | 'other'
  /** White space collapsed. */
  readonly text: string
  readonly area: PageArea
}

export interface TextFacts {
  /** Visible text of the body in document order: without script, style, template, noscript, and what is
   *  hidden by attribute (hidden, aria-hidden is not hidden for eyes). Texts of the first 1 MB. */
  readonly blocks: readonly TextBlock[]
  /** Characters of all visible text, white space collapsed. */
  readonly characters: number
  /** The same in bytes of UTF-8. */
  readonly bytes: number
}

export interface StructuredDataFacts {
  /** Texts of script type=application/ld+json as they stand. */
  readonly jsonLd: readonly { readonly text: string; readonly line: number }[]
  readonly microdata: readonly StructuredItem[]
  readonly rdfa: readonly StructuredItem[]
  /** An item was nested or repeated beyond what is looked at. */
  readonly isCut: boolean
}
