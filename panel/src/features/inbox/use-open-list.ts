import { useNavigate, useRouter } from '@tanstack/react-router'
import { searchOf, type InboxLocation } from '../../navigation/inbox-location.ts'

/** Opens a list and keeps the open conversation beside it. Read when needed: the list's head does not render with it. */
export function useOpenList(inbox: InboxLocation) {
  const navigate = useNavigate()
  const router = useRouter()
  return (
    change: Partial<InboxLocation>,
    options: { replace?: boolean; ignoreBlocker?: boolean } = {},
  ): void => {
    const { conversationId } = (router.state.matches.at(-1)?.params ?? {}) as { conversationId?: string }
    const next = { ...inbox, ...change }
    const { organizationId, view } = next
    const to = { search: searchOf(next), ...options }
    void (conversationId === undefined
      ? navigate({ to: '/o/$organizationId/inbox/$view', params: { organizationId, view }, ...to })
      : navigate({
          to: '/o/$organizationId/inbox/$view/$conversationId',
          params: { organizationId, view, conversationId },
          ...to,
        }))
  }
}
