import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { ApiProblem, problemText } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import {
  applyConversations,
  cachedConversation,
  revertConversation,
} from '../../../queries/conversation-cache.ts'
import { conversationScope } from '../../../queries/conversation-order.ts'
import { conversationQuery } from '../../../queries/conversation-queries.ts'
import { moveToTeam, teamsQuery } from '../../../queries/team-queries.ts'

/** Moves the conversation to a team, updated optimistically. Its agent follows with `inbox.changed`. */
export function useTeam(organizationId: string, conversation: Conversation): (teamId: string | null) => void {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { agent_id: me } = useMembership()
  const cache = { queryClient, organizationId, me }
  const { id } = conversation
  const current = () => cachedConversation(cache, id) ?? conversation

  const { mutate } = useMutation({
    scope: conversationScope(id),
    mutationFn: (teamId: string | null) => moveToTeam(organizationId, id, teamId),
    onMutate: (teamId) => {
      const before = current()
      applyConversations(cache, [{ ...before, team_id: teamId }])
      return before
    },
    // Not awaited: the next action of the sequence would wait for it.
    onSuccess: () =>
      void queryClient.invalidateQueries({ queryKey: conversationQuery(organizationId, id).queryKey }),
    onError: (error, _teamId, before) => {
      if (before !== undefined) revertConversation(cache, before, () => ({ team_id: before.team_id }))
      void queryClient.invalidateQueries({ queryKey: teamsQuery(organizationId).queryKey })
      const own: Partial<Record<string, string>> = t.inbox.teams.problems
      const code = error instanceof ApiProblem ? error.code : ''
      notifications.show({ color: 'red', message: own[code] ?? problemText(t, error), autoClose: 10_000 })
    },
  })
  return mutate
}
