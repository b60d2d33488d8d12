/** Audits that a workspace keeps; the oldest goes when there is one more. Two a day for as long as they are kept. */
export const MAX_AUDITS = 200

/** As long as what a crawl found: "how was it before we changed that" is asked within weeks. */
export const AUDIT_DAYS = 90

/** All parts of an audit, compressed. Most take 0.3 MB, nearly all of it pictures; a workspace takes 600 MB at the very
 *  most so. A part that would be too much is answered, and not kept. */
export const MAX_AUDIT_BYTES = 3_000_000

/** So long after it began an audit takes parts: it is to say how the page was then. */
export const OPEN_MS = 3_600_000
