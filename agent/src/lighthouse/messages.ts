import type { DeviceName } from '@sightline/shared/analyses/device'
import type { ProxyAccess } from '../browser/open-context.ts'
import type { ChromeProgram } from '../browser/unpack-chrome.ts'
import type { LabFindings } from './findings.ts'

/** What the process of a run is told. */
export interface LabJob {
  readonly url: string
  readonly device: DeviceName
  /** How long the process may run. */
  readonly timeoutMs: number
  readonly program: ChromeProgram
  /** For the browser's profile; whoever started the process removes it. */
  readonly folder: string
  readonly proxy: ProxyAccess
}

/** The main document did not come. */
export interface DocumentFailure {
  /** Where the page led to. */
  readonly url: string
  /** Chrome's word without its prefix, such as `ERR_CONNECTION_RESET`. */
  readonly netError: string
  /** null where no answer came. */
  readonly statusCode: number | null
}

/** What came of a run. `noChrome`: the program does not start, the message says why; `unmeasured`: there
 *  is no result for this page, by Lighthouse's code for it where it has one. */
export type LabOutcome =
  | { readonly kind: 'findings'; readonly findings: LabFindings }
  | { readonly kind: 'noChrome'; readonly message: string }
  | { readonly kind: 'noDocument'; readonly failure: DocumentFailure }
  | { readonly kind: 'unmeasured'; readonly code: string; readonly message: string }

/** What the process of a run tells: first the number of its Chrome's process group, so that both can be
 *  ended whatever they do, then one outcome. */
export type LabMessage = { readonly kind: 'chrome'; readonly pid: number } | LabOutcome
