import type { ApplyOrder } from '../../apply/apply-service.ts'
import type { Applied } from '../../apply/applied.ts'

/** Has a document applied, or says what would be done.
 *  @throws AppError, whose body may have problems */
export type Ask = (document: unknown, order: Omit<ApplyOrder, 'by'>) => Promise<Applied>
