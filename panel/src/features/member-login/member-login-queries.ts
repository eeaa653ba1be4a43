import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginStarted } from '@parley/protocol/session'
import type { MemberLogin, MemberLoginChange } from '@parley/protocol/social-login'
import { api, organizationPath } from '../../api/api.ts'
import { useMembership } from '../../context/membership.tsx'
import { organizationKey } from '../../queries/organization-queries.ts'

const memberLoginPath = (organizationId: string, providerId: string, rest = '') =>
  organizationPath(organizationId, `/providers/${encodeURIComponent(providerId)}/member-login${rest}`)

/** Under the widgets' key, so that it is invalidated with them. */
export const memberLoginQuery = (organizationId: string, providerId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'providers', providerId, 'member-login'],
    queryFn: ({ signal }) => api.get<MemberLogin>(memberLoginPath(organizationId, providerId), { signal }),
  })

export function useChangeMemberLogin(providerId: string) {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: MemberLoginChange) =>
      api.patch<MemberLogin>(memberLoginPath(organization.id, providerId), change),
    onSuccess: (saved) =>
      queryClient.setQueryData(memberLoginQuery(organization.id, providerId).queryKey, saved),
  })
}

/** Returns the URL for the test popup. */
export function useStartLoginTest(providerId: string): (social: SocialProvider) => Promise<LoginStarted> {
  const { organization } = useMembership()
  return (social) => api.post<LoginStarted>(memberLoginPath(organization.id, providerId, `/${social}/test`))
}
