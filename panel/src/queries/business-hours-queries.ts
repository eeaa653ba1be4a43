import { queryOptions } from '@tanstack/react-query'
import type { BusinessHours, BusinessHoursInput } from '@parley/protocol/business-hours'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'

export const businessHoursQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'business-hours'],
    queryFn: ({ signal }) =>
      api.get<BusinessHours>(organizationPath(organizationId, '/business-hours'), { signal }),
  })

export const saveBusinessHours = (organizationId: string, input: BusinessHoursInput) =>
  api.put<BusinessHours>(organizationPath(organizationId, '/business-hours'), input)
