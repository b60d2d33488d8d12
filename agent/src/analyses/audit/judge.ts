import type { AuditCheckOf, AuditGroup } from '@sightline/shared/analyses/audit-checks'
import type { Judgement } from './judgement.ts'
import type { AuditSubject } from './subject.ts'

/** Judges one check of a page; what is the same on every page (severity, weight, words) stands in the
 *  check's definition. */
export type Judge = (subject: AuditSubject) => Judgement

/** How the checks of a group judge: all of them, and no others. */
export type Judges<G extends AuditGroup> = { readonly [K in AuditCheckOf<G>]: Judge }
