import { errorCodes, type ErrorCode } from '@parley/protocol/error'

const ofFeeds = Object.keys(errorCodes).filter((code): code is ErrorCode => code.startsWith('holiday_feed_'))
const ofHours: ErrorCode[] = [
  'time_zone_unknown',
  'hours_period_invalid',
  'hours_exception_invalid',
  ...ofFeeds,
  'rate_limited',
]

/** Errors of the operations on business hours, part of `declared` in api-errors.ts. */
export const businessHoursErrors: Record<string, ErrorCode[]> = {
  'put /v1/organizations/{organization_id}/business-hours': ofHours,
  'put /v1/organizations/{organization_id}/teams/{team_id}/business-hours': ofHours,
  'post /v1/organizations/{organization_id}/business-hours/read-holidays': ['rate_limited'],
  'post /v1/organizations/{organization_id}/teams/{team_id}/business-hours/read-holidays': ['rate_limited'],
}
