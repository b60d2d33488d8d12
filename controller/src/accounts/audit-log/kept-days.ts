/** As long as alerts are kept: somebody may ask a year later. */
export const AUDIT_LOG_DAYS = 400
