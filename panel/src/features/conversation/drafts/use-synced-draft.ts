import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DraftKind } from '@parley/protocol/draft'
import { ApiProblem } from '../../../api/api-problem.ts'
import { useMembership } from '../../../context/membership.tsx'
import { draftsQuery, saveDraft, storeDraft } from '../../../queries/draft-queries.ts'
import { useAgentSession, useStore } from '../../../session/agent-session.tsx'
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts'
import { readDraft, writeDraft, type KeptDraft } from './stored-draft.ts'

export interface SyncedDraft extends KeptDraft {
  change: DraftKeeper['change']
  /** Clears the draft in the browser and on the server. */
  clear: () => void
}

/** Permanent errors: the conversation does not exist, or the text is too long. */
const final: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'invalid_request', 'payload_too_large'])

/** Maximum length of the server's list. */
const maxListed = 500

/** Draft id in this browser. */
const draftIdOf = (conversationId: string, kind: DraftKind) =>
  kind === 'reply' ? conversationId : `${conversationId}/${kind}`

/** The draft of a conversation, shared with the agent's other windows. Mount once per conversation and kind. */
export function useSyncedDraft(conversationId: string, kind: DraftKind): SyncedDraft {
  const { agent_id: me, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const { data: drafts, dataUpdatedAt } = useQuery(draftsQuery(organization.id))
  const [keeper] = useState(() => {
    const draftId = draftIdOf(conversationId, kind)
    return createDraftKeeper({
      stored: readDraft(me, draftId),
      store: (draft) => writeDraft(me, draftId, draft),
      async save(input) {
        try {
          const saved = await saveDraft(organization.id, conversationId, kind, input)
          storeDraft(queryClient, organization.id, saved)
          return saved
        } catch (error) {
          if (error instanceof ApiProblem && final.has(error.code)) return null
          throw error
        }
      },
      now: () => Date.now(),
      after: session.platform.after,
    })
  })

  const remote = drafts?.find((each) => each.conversation_id === conversationId && each.kind === kind)
  // A full list may omit it.
  const isListed = drafts !== undefined && drafts.length < maxListed
  useEffect(() => {
    if (remote !== undefined) keeper.receive(remote)
    else if (isListed) keeper.absent(dataUpdatedAt)
  }, [keeper, remote, isListed, dataUpdatedAt])

  useEffect(() => session.onLive(keeper.flush), [session, keeper])
  useEffect(() => {
    addEventListener('pagehide', keeper.flush)
    return () => {
      removeEventListener('pagehide', keeper.flush)
      keeper.close()
    }
  }, [keeper])

  return {
    ...useStore(keeper.draft),
    change: keeper.change,
    clear() {
      keeper.change({ text: '', replyTo: null })
      keeper.flush()
    },
  }
}
