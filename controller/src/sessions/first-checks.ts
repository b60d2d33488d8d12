/** First checks of a monitor (at creation, resume, the end of maintenance) that an agent may report at once,
 *  and a second afterwards: they lie beside the grid, wherever it pleases who asks for them. A key asks for
 *  30 in a minute at most, since a resume is a write. Whether one was asked for at its instant the database
 *  says (`storeResults`). */
export const FIRST_CHECKS = { capacity: 30, perSecond: 1 / 2, maxNetworks: 10_000 } as const
