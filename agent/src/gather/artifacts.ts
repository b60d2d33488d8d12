import type { DeviceName } from '@sightline/shared/analyses/device'
import type { ImageType } from '@sightline/shared/analyses/image-header'
import type { Cause } from '@sightline/shared/causes'
import type { AccessibilityFindings } from '../accessibility/findings.ts'
import type { Headers, Page } from '../http/page.ts'
import type { LabFindings } from '../lighthouse/findings.ts'
import type { ProbeAnswers } from '../probes/answers.ts'
import type { RedirectTrail } from '../redirects/trail.ts'
import type { RobotsFile } from '../robots/robots-file.ts'
import type { Document } from '../page/parse/dom.ts'
import type { PageFacts } from '../page/facts.ts'
import type { RenderedDocument } from '../page/rendered-document.ts'
import type { NamedResource } from '../page/resources/named-resource.ts'
import type { SitemapFile } from '../sitemap/sitemap-file.ts'
import type { LoggedLoad } from './page-load/load-log.ts'
import type { FilmFrame } from './page-load/reel.ts'

/** What analyses are made of. Each is gathered at most once for a piece of work; all of it survives a
 *  structured clone, because analyses run in a thread. */
export interface Artifacts {
  readonly page: Page
  /** Read from `page` in the thread itself. */
  readonly facts: PageFacts
  /** What the facts were read from, in the thread only. */
  readonly tree: Document
  readonly redirects: RedirectTrail
  /** Of the origin where the page came from. */
  readonly robots: RobotsFile
  /** Of the origin that was asked for; the page is not needed for it. */
  readonly siteRobots: RobotsFile
  readonly plainHttp: PlainHttp
  readonly crossOrigin: CrossOriginAnswer
  /** Hosts of the page, and of the way to it over plain http, that browsers reach over https alone; null
   *  where their list is not known. */
  readonly preloadedHosts: readonly string[] | null
  readonly resources: FetchedResources
  readonly sitemaps: SitemapFindings
  /** Whether a sitemap of the page's site lists it; null where not all could be read, and none of the
   *  others does. */
  readonly sitemapListing: boolean | null
  /** null where the page is no HTML, too large for it, or took too long. */
  readonly axe: AccessibilityFindings | null
  readonly pageLoad: PageLoad
  readonly probes: ProbeAnswers
  /** Names below the page's host at which DNS tells of ways in for agents. */
  readonly agentNames: readonly string[]
  readonly rendered: RenderedDocument
  /** Read from `rendered` in the thread itself; null where there is none. */
  readonly renderedFacts: PageFacts | null
  readonly screenshot: Screenshot
  readonly lab: Lab
}

export type ArtifactName = keyof Artifacts

/** What the plain http address of an https page's host answers, without its body. */
export interface PlainHttp {
  /** null where nothing was asked: the page itself was asked for over http, where its own redirects tell,
   *  or it has a port of its own, which no http address goes with. */
  readonly trail: RedirectTrail | null
  /** Why the certificate of its last answer is not accepted; null when it is, and over http. */
  readonly certificateProblem: Cause | null
}

/** How the page answers a script of another site, which says where it is from. */
export interface CrossOriginAnswer {
  /** What was sent as Origin. */
  readonly origin: string
  /** Access-Control-Allow-Origin; null without, and where no answer came. */
  readonly allowOrigin: string | null
  readonly allowCredentials: string | null
}

/** What a browser saw of a page's load. Any status is a page. */
export interface PageLoad extends LoggedLoad {
  /** As asked, normalised. */
  readonly askedUrl: string
  /** Where redirects and scripts led; printable, at most 16,384 characters. */
  readonly url: string
  readonly statusCode: number
  /** null where it was not asked for. */
  readonly film: readonly FilmFrame[] | null
  /** The page was loaded, and everything it asked for was followed. */
  readonly isComplete: boolean
}

/** The resources a page names, each asked for once. */
export interface FetchedResources {
  readonly resources: readonly FetchedResource[]
  /** How many the page names. */
  readonly total: number
}

export interface FetchedResource {
  readonly resource: NamedResource
  /** After redirects; null when no answer came. */
  readonly statusCode: number | null
  readonly headers: Headers
  readonly ms: number | null
  /** Bytes of the body as it would be sent; null where neither the headers nor a body told. */
  readonly bytes: number | null
  /** Why there is no answer, a sentence; null when there is. */
  readonly error: string | null
  /** false where the time for all was over before its turn, or the agent could not ask. */
  readonly wasAsked: boolean
}

/** What Lighthouse measures of a page in a browser. */
export interface Lab {
  /** As asked, normalised. */
  readonly askedUrl: string
  readonly findings: LabFindings
}

/** Sitemaps of a site, each file read once. */
export interface SitemapFindings {
  /** The address that was asked for. */
  readonly siteUrl: string
  /** What the first files were found by: lines of robots.txt, the usual places, a link of the page. */
  readonly source: 'robots' | 'default' | 'link' | 'none'
  /** In the order they were read in: indexes before what they name. */
  readonly files: readonly FoundSitemap[]
  /** What was left out, as sentences. */
  readonly errors: readonly string[]
  /** Files that are named were not asked for. */
  readonly isCut: boolean
}

export interface FoundSitemap {
  readonly url: string
  /** The index that names it; null for the first ones. */
  readonly parent: string | null
  /** As the index says. */
  readonly lastmod: string | null
  /** null when no answer came. */
  readonly statusCode: number | null
  /** Why there is no content; null when there is. */
  readonly problem: string | null
  readonly content: SitemapFile | null
}

/** An image of a page as a device shows it. */
export interface Screenshot {
  readonly askedUrl: string
  /** Where the page came from. */
  readonly url: string
  readonly statusCode: number
  readonly device: DeviceName
  /** In pixels, one for each CSS pixel. */
  readonly width: number
  readonly height: number
  /** The page goes on below. */
  readonly isTruncated: boolean
  /** The page was loaded, and got all that it asked for. */
  readonly isComplete: boolean
  readonly mimeType: ImageType
  readonly image: Uint8Array
}
