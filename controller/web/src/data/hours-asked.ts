import { offsetMinutes } from '../words/zoned.ts'

/** What is asked for of the hours of the day: those of a zone, by its clocks at the end of the window. Pure. */
export const hoursAsked = (
  { from, to }: { readonly from: string; readonly to: string },
  zone: string,
) => ({
  from,
  to,
  utcOffsetMinutes: offsetMinutes(new Date(to), zone),
})
