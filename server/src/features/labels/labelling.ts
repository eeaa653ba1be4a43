import { maxConversationLabels, type ConversationLabelled, type Label } from '@parley/protocol/label'
import type { AgentFace } from '@parley/protocol/agent'
import type { Actor } from '@parley/protocol/event'
import { AppError } from '../../core/app-error.ts'
import type { NewEntry } from '../../core/event-log.ts'

export interface LabellingDeps {
  findLabel: (organizationId: string, labelId: string) => Promise<Label | undefined>
  /** Changes a conversation's labels while its customer is locked; null: no change. @throws AppError not_found */
  changeConversation: (
    organizationId: string,
    conversationId: string,
    decide: (conversation: {
      label_ids: string[]
    }) => { set: { label_ids: string[] }; entry: Omit<NewEntry, 'conversation_id'> } | null,
  ) => Promise<boolean>
}

/** null: an API key; `runId`: a run of an automation rule, with the face of the rule. */
export type LabelledBy = { agentId: string; face: AgentFace } | { runId: string; face: AgentFace } | null

export type Labelling = ReturnType<typeof createLabelling>

/** Labels on conversations, open and closed. Both commands are idempotent and return whether something changed. */
export function createLabelling(deps: LabellingDeps) {
  async function labelOf(organizationId: string, labelId: string): Promise<Label> {
    const label = await deps.findLabel(organizationId, labelId)
    if (!label) throw new AppError('not_found')
    return label
  }

  return {
    /** @throws AppError not_found, label_archived, conversation_label_limit */
    async add(
      organizationId: string,
      conversationId: string,
      labelId: string,
      by: LabelledBy,
    ): Promise<boolean> {
      const label = await labelOf(organizationId, labelId)
      return deps.changeConversation(organizationId, conversationId, ({ label_ids: known }) => {
        if (known.includes(labelId)) return null
        if (label.archived_at !== null) throw new AppError('label_archived')
        if (known.length >= maxConversationLabels) throw new AppError('conversation_label_limit')
        return { set: { label_ids: [...known, labelId] }, entry: entryOf('conversation.labelled', label, by) }
      })
    },

    /** Archived labels can be removed too. @throws AppError not_found */
    async remove(
      organizationId: string,
      conversationId: string,
      labelId: string,
      by: LabelledBy,
    ): Promise<boolean> {
      const label = await labelOf(organizationId, labelId)
      return deps.changeConversation(organizationId, conversationId, ({ label_ids: known }) =>
        known.includes(labelId)
          ? {
              set: { label_ids: known.filter((id) => id !== labelId) },
              entry: entryOf('conversation.unlabelled', label, by),
            }
          : null,
      )
    },
  }
}

const entryOf = (
  type: 'conversation.labelled' | 'conversation.unlabelled',
  { id, name, colour }: Label,
  by: LabelledBy,
): Omit<NewEntry, 'conversation_id'> => ({
  type,
  audience: 'agents',
  actor: actorOf(by),
  data: { label: { id, name, colour }, by: by?.face ?? null } satisfies ConversationLabelled,
})

function actorOf(by: LabelledBy): Actor {
  if (by === null) return { type: 'system' }
  return 'runId' in by ? { type: 'system', run_id: by.runId } : { type: 'agent', id: by.agentId }
}
