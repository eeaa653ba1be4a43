import { useNavigate } from '@tanstack/react-router'
import { searchOf, type InboxLocation } from '../../navigation/inbox-location.ts'

/** Opens a list and keeps the open conversation beside it. */
export function useOpenList(inbox: InboxLocation, conversationId: string | null) {
  const navigate = useNavigate()
  return (change: Partial<InboxLocation>, options: { replace?: boolean } = {}): void => {
    const next = { ...inbox, ...change }
    const { organizationId, view } = next
    const to = { search: searchOf(next), ...options }
    void (conversationId === null
      ? navigate({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view }, ...to })
      : navigate({
          to: '/o/$organizationId/inbox/$view/$conversationId',
          params: { organizationId, view, conversationId },
          ...to,
        }))
  }
}
