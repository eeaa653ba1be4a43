/** As in protocol/src/business-hours.ts, whose module would bring its schemas. */
export const maxPeriods = 8
export const maxExceptions = 400
export const maxUrlLength = 2048
