/** How many services a status page shows at most. */
export const MAX_COMPONENTS = 200
