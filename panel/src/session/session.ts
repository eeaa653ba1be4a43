import { notifications } from '@mantine/notifications'
import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query'
import type { Me, SetupState } from '@parley/protocol/agent'
import { ApiProblem } from '../api/api-problem.ts'
import { api } from '../api/api.ts'
import { meQuery } from '../queries/organization-queries.ts'

/** The signed-in user, from the cache or the service; null if signed out. */
export async function currentUser(queryClient: QueryClient): Promise<Me | null> {
  const known = queryClient.getQueryData(meQuery.queryKey)
  if (known !== undefined) return known
  try {
    const me = await api.get<Me>('/v1/me', { checksSession: true })
    queryClient.setQueryData(meQuery.queryKey, me)
    return me
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'unauthenticated') return null
    throw error
  }
}

/** Clears cache and notifications, so that the next user sees no data of the previous one. */
export function forgetUser(queryClient: QueryClient): void {
  queryClient.clear()
  notifications.clean()
}

/**
 * The session has ended: opens the sign-in page, then clears the data that the pages behind it have shown. They stay if
 * another tab has signed in and the same page is open again.
 */
export async function leaveEndedSession(
  queryClient: QueryClient,
  pages: { isInside: () => boolean; toSignIn: () => Promise<void> },
): Promise<void> {
  queryClient.removeQueries({ queryKey: meQuery.queryKey })
  if (!pages.isInside()) return
  // They may contain names of customers.
  notifications.clean()
  await pages.toSignIn()
  if (!pages.isInside()) forgetUser(queryClient)
}

/** Clears all other data when `/v1/me` returns another user: the session may have changed in another tab. */
export function forgetFormerUser(queryClient: QueryClient): void {
  const isMe = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === meQuery.queryKey[0]
  let userId: string | undefined
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isMe(query)) return
    const { data } = query.state as QueryState<Me>
    if (data === undefined || data.user.id === userId) return
    if (userId !== undefined) {
      queryClient.removeQueries({ predicate: (each) => !isMe(each) })
      notifications.clean()
    }
    userId = data.user.id
  })
}

export async function signIn(queryClient: QueryClient, email: string, password: string): Promise<Me | null> {
  await api.post('/v1/auth/sign-in/email', { email, password })
  forgetUser(queryClient)
  return currentUser(queryClient)
}

export const signOut = () => api.post('/v1/auth/sign-out')

/** Ends the sessions on all devices, this one included. */
export const signOutEverywhere = () => api.post('/v1/auth/revoke-sessions')

export const readSetup = () => api.get<SetupState>('/v1/public/setup')

const storageKey = 'parley-organization'

/** The organization of the last visit, else the first one; undefined if there is none. */
export function firstOrganization(me: Me): string | undefined {
  const ids = me.memberships.map(({ organization }) => organization.id)
  const last = readLast()
  return ids.find((id) => id === last) ?? ids[0]
}

export function rememberOrganization(organizationId: string): void {
  try {
    // Each navigation calls this, and a write takes milliseconds.
    if (localStorage.getItem(storageKey) !== organizationId) localStorage.setItem(storageKey, organizationId)
  } catch {
    // Storage may be blocked: the next visit then starts with the first organization.
  }
}

function readLast(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
