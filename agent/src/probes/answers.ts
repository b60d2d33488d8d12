import type { Headers } from '../http/page.ts'

/** What a site answers where it may tell agents something. null where no answer came, a redirect led to
 *  another site or to an address that may not be reached, or the time was over. */
export interface ProbeAnswers {
  /** Of the homepage. */
  readonly home: ProbeAnswer | null
  /** Of the page where Markdown is asked for. */
  readonly markdown: ProbeAnswer | null
  /** Of an address that nobody made. */
  readonly missing: ProbeAnswer | null
  /** Of the files of probes, by their paths. */
  readonly files: Readonly<Record<string, ProbeAnswer | null>>
}

export interface ProbeAnswer {
  /** What was asked for. */
  readonly path: string
  /** After redirects. */
  readonly statusCode: number
  readonly headers: Headers
  /** At most 256 kB. */
  readonly body: Uint8Array
  readonly isTruncated: boolean
}
