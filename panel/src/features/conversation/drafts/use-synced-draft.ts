import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DraftKind } from '@parley/protocol/draft'
import { useMembership } from '../../../context/membership.tsx'
import { draftsQuery } from '../../../queries/draft-queries.ts'
import { useAgentSession, useStore } from '../../../session/agent-session.tsx'
import type { DraftKeeper } from './draft-keeper.ts'
import { createUnsavedSaves, openDraft, showDraft } from './open-draft.ts'
import type { KeptDraft } from './stored-draft.ts'

export interface SyncedDraft extends KeptDraft {
  change: DraftKeeper['change']
  /** The text with changes that are not rendered yet. */
  latestText: () => string
  /** Clears the draft in the browser and on the server. */
  clear: () => void
}

/** Maximum length of the server's list. */
const maxListed = 500

/** The draft of a conversation, shared with the agent's other windows. Mount once per conversation and kind. */
export function useSyncedDraft(conversationId: string, kind: DraftKind): SyncedDraft {
  const { agent_id: agentId, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const { data: drafts, dataUpdatedAt } = useQuery(draftsQuery(organization.id))
  const organizationId = organization.id
  const [keeper] = useState(() =>
    openDraft({ session, queryClient, organizationId, agentId }, { conversationId, kind }),
  )

  const remote = drafts?.find((each) => each.conversation_id === conversationId && each.kind === kind)
  // A full list may omit it.
  const isListed = drafts !== undefined && drafts.length < maxListed
  useEffect(() => {
    if (remote !== undefined) keeper.receive(remote)
    else if (isListed) keeper.absent(dataUpdatedAt)
  }, [keeper, remote, isListed, dataUpdatedAt])

  useEffect(() => session.onLive(keeper.flush), [session, keeper])
  useEffect(() => {
    const owner = { session, queryClient, organizationId, agentId }
    return showDraft(owner, { conversationId, kind }, keeper)
  }, [keeper, session, queryClient, organizationId, agentId, conversationId, kind])

  return {
    ...useStore(keeper.draft),
    change: keeper.change,
    latestText: () => keeper.draft.get().text,
    clear() {
      keeper.change({ text: '', replyTo: null })
      keeper.flush()
    },
  }
}

/** Saves drafts whose last save failed once the connection is back. */
export function useUnsavedDrafts(): void {
  const { agent_id: agentId, organization } = useMembership()
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const organizationId = organization.id
  useEffect(() => {
    const left = new AbortController()
    const saves = createUnsavedSaves({ session, queryClient, organizationId, agentId }, left.signal)
    const save = () => void saves()
    save()
    const stop = session.onLive(save)
    return () => {
      stop()
      left.abort()
    }
  }, [session, queryClient, organizationId, agentId])
}
