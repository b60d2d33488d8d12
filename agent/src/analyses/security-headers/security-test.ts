import type { CrossOriginAnswer, PlainHttp } from '../../gather/artifacts.ts'
import type { Page } from '../../http/page.ts'
import type { PageFacts } from '../../page/facts.ts'
import type { SiteCookie } from './cookies.ts'
import type { PagePolicies } from './csp/page-policies.ts'

/** What the tests look at. */
export interface Subject {
  readonly page: Page
  readonly facts: PageFacts
  /** Of the page. */
  readonly url: URL
  readonly policies: PagePolicies
  readonly cookies: readonly SiteCookie[]
  readonly plainHttp: PlainHttp
  readonly crossOrigin: CrossOriginAnswer
  /** null where the list is not known. */
  readonly preloadedHosts: readonly string[] | null
}

/** What one possible result of a test is worth. */
export interface Outcome {
  readonly passes: boolean
  /** Added to the score; a bonus counts only for a page that is good without any. */
  readonly modifier: number
  /** One sentence for people. */
  readonly description: string
}

/** What a test found. */
export interface Verdict extends Outcome {
  /** Word of the result, as the HTTP Observatory names it. */
  readonly result: string
  /** What was judged, as the page sent it; null where there is nothing. */
  readonly value: string | null
}

/** One of the tests that make the grade. */
export type SecurityTest = (subject: Subject) => Verdict

/** @param outcomes every result the test can have */
export function verdict<R extends string>(
  outcomes: Readonly<Record<R, Outcome>>,
  result: R,
  value: string | null,
): Verdict {
  return { ...outcomes[result], result, value }
}
