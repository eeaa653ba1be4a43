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
import { labelConversation, labelsQuery } from '../../../queries/label-queries.ts'

/** Adds or removes a label of the conversation, updated optimistically. */
export function useLabelling(organizationId: string, conversation: Conversation): (labelId: string) => void {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { agent_id: me } = useMembership()
  const cache = { queryClient, organizationId, me }
  const { id } = conversation
  const current = () => cachedConversation(cache, id) ?? conversation

  const labelsWith = (row: Conversation, labelId: string, add: boolean) => {
    const others = row.label_ids.filter((each) => each !== labelId)
    return { label_ids: add ? [...others, labelId] : others }
  }
  const { mutate } = useMutation({
    scope: conversationScope(id),
    mutationFn: (change: { labelId: string; add: boolean }) => labelConversation(organizationId, id, change),
    onMutate: ({ labelId, add }) => {
      const before = current()
      applyConversations(cache, [{ ...before, ...labelsWith(before, labelId, add) }])
      return before
    },
    onError: (error, { labelId, add }, before) => {
      if (before !== undefined) revertConversation(cache, before, (now) => labelsWith(now, labelId, !add))
      void queryClient.invalidateQueries({ queryKey: labelsQuery(organizationId).queryKey })
      const own: Partial<Record<string, string>> = t.inbox.labels.problems
      const code = error instanceof ApiProblem ? error.code : ''
      notifications.show({ color: 'red', message: own[code] ?? problemText(t, error), autoClose: 10_000 })
    },
  })
  return (labelId) => mutate({ labelId, add: !current().label_ids.includes(labelId) })
}
