/** A check begins at most this long from its slot (a late slot is skipped after one minute). Reads of
 *  results bound the slot too, so that days outside the window are passed over, and give the bounds as
 *  values: with an expression instead, all of 404 days are planned (46 ms instead of 1). */
export const SLOT_MARGIN_MS = 120_000
