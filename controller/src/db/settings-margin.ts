/** So long after the settings of a monitor changed, the agents that can be heard check by the new ones, ms. A
 *  change reaches a stream at once, and with the minute's look of each controller where a word was lost; what
 *  an agent found before it was cut off is late by then. For agents that do not say by which they check. */
export const LEARNT_AFTER_MS = 30_000
