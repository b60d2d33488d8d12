/** So long after the settings of a monitor changed, the agents that can be heard check by the new ones, ms. A
 *  change reaches a stream at once, and with the minute's look of each controller where a word was lost; what
 *  an agent found before it was cut off is late by then. For agents that do not say by which they check. */
export const LEARNT_AFTER_MS = 30_000

/** So long before the settings of a monitor changed nobody checked by the new ones, ms: the clock of an agent that has a
 *  say is off by 2 s at most. After a database was restored, the next change has a number that an agent may know of
 *  another one. */
export const BEFORE_CHANGE_MS = 5_000
