import type { EntryData, EntryType } from '@parley/protocol/event'
import type { NotificationKind } from '@parley/protocol/notification'
import { lowScore } from '@parley/protocol/survey'
import type { Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'

/** A possible notification. The actor and former agents are removed later. */
export interface Candidate {
  kind: NotificationKind
  agentIds: string[]
  /** Deduplicates: an agent is notified of a subject once. */
  subjectId: string
}

export interface SourceDeps {
  /** Agents and teams whom the note mentioned before this edit. */
  mentionedBefore: (trx: Transaction, noteId: string, editedAt: string) => Promise<Set<string>>
  membersOf: (trx: Transaction, teamIds: string[]) => Promise<string[]>
  /** The assignee and the team of a conversation. */
  responsibleFor: (
    organizationId: string,
    conversationId: string | null,
  ) => Promise<{ agentId: string | null; teamId: string | null }>
  /** The customer's dedicated agent and the conversation's assignee. */
  agentsOf: (where: {
    organizationId: string
    customerId: string
    conversationId: string | null
  }) => Promise<string[]>
}

interface Occurrence<T extends EntryType> {
  trx: Transaction
  organizationId: string
  customerId: string
  entry: StoredEntry
  /** As stored: without links. */
  data: EntryData[T]
}

type Source<T extends EntryType> = (deps: SourceDeps, occurrence: Occurrence<T>) => Promise<Candidate[]>

const sources: { [T in EntryType]?: Source<T> } = {
  'note.created': async (deps, { trx, data }) => [await mention(deps, trx, data)],

  'note.edited': async (deps, { trx, data }) => {
    const before = await deps.mentionedBefore(trx, data.id, data.edited_at ?? data.created_at)
    const mentions = data.mentions.filter(({ id }) => !before.has(id))
    return [await mention(deps, trx, { id: data.id, mentions })]
  },

  'conversation.assigned': async (_deps, { entry, data: { agent } }) =>
    agent === null ? [] : [{ kind: 'assigned', agentIds: [agent.id], subjectId: entry.id }],

  // A call that rang no agent appears in everyone's count of missed calls. An agent who declined it needs no notification.
  'call.missed': async ({ agentsOf }, { organizationId, customerId, entry, data }) => {
    const conversationId = entry.conversation_id
    const theirs = await agentsOf({ organizationId, customerId, conversationId })
    const rung = data.agent_id === null ? [] : [data.agent_id]
    const declined = data.status === 'rejected' ? data.agent_id : null
    const agentIds = [...rung, ...theirs].filter((id) => id !== declined)
    return [{ kind: 'missed_call', agentIds, subjectId: data.id }]
  },

  // A rating that was low before notified them already.
  'conversation.rated': async ({ agentsOf }, { organizationId, customerId, entry, data }) => {
    if (data.score > lowScore) return []
    const agentIds = await agentsOf({ organizationId, customerId, conversationId: entry.conversation_id })
    return [{ kind: 'low_rating', agentIds, subjectId: data.rating_id }]
  },

  // A customer who writes ends a snooze too, and an agent knows that they ended it.
  'conversation.unsnoozed': async (deps, { organizationId, entry, data }) => {
    if (data.reason !== 'due') return []
    const { agentId } = await deps.responsibleFor(organizationId, entry.conversation_id)
    const agentIds = [agentId, data.snoozed_by].filter((id) => id !== null)
    return [{ kind: 'snooze_over', agentIds, subjectId: entry.id }]
  },

  'sla.warned': async (deps, occurrence) => [await deadline(deps, occurrence, 'sla_warning')],
  'sla.breached': async (deps, occurrence) => [await deadline(deps, occurrence, 'sla_breach')],
}

/** The assignee, or without one the members of the team. */
async function deadline(
  deps: SourceDeps,
  { trx, organizationId, entry }: Pick<Occurrence<'sla.warned'>, 'trx' | 'organizationId' | 'entry'>,
  kind: 'sla_warning' | 'sla_breach',
): Promise<Candidate> {
  const { agentId, teamId } = await deps.responsibleFor(organizationId, entry.conversation_id)
  const agentIds = agentId !== null ? [agentId] : teamId === null ? [] : await deps.membersOf(trx, [teamId])
  return { kind, agentIds, subjectId: entry.id }
}

/** Members of mentioned teams are those at this time. Agents mentioned several times are notified once. */
async function mention(
  { membersOf }: SourceDeps,
  trx: Transaction,
  { id, mentions }: Pick<EntryData['note.created'], 'id' | 'mentions'>,
): Promise<Candidate> {
  const idsOf = (type: 'agent' | 'team') =>
    mentions.filter((mentioned) => mentioned.type === type).map((mentioned) => mentioned.id)
  const members = await membersOf(trx, idsOf('team'))
  return { kind: 'mention', agentIds: [...idsOf('agent'), ...members], subjectId: id }
}

/** Entry types with a source. */
export const sourceTypes = Object.keys(sources) as EntryType[]

export async function candidatesOf(
  deps: SourceDeps,
  occurrence: Omit<Occurrence<EntryType>, 'data'>,
): Promise<Candidate[]> {
  const { entry } = occurrence
  // The type of an entry decides the type of its data.
  const source = sources[entry.type] as Source<EntryType> | undefined
  return source === undefined ? [] : source(deps, { ...occurrence, data: entry.data as EntryData[EntryType] })
}
