import { offsetMinutes } from '../words/zoned.ts'

/** Hours of the day within a window, by the clocks of a zone at its end.
 *  @param window instants in ISO 8601 */
export const hoursParameters = (
  { from, to }: { readonly from: string; readonly to: string },
  zone: string,
) => ({ from, to, utcOffsetMinutes: offsetMinutes(new Date(to), zone) })
