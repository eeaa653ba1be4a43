import type { NotificationKind, NotificationTransport } from '@parley/protocol/notification'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import type { CustomerEntries, LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { candidatesOf, sourceTypes, type SourceDeps } from './notification-sources.ts'
import {
  deleteSubjects,
  insertNotifications,
  settingsOf,
  type NotificationRow,
} from './notification-store.ts'

/** Delivers the committed notifications that name it in `transports`, best effort: the list has them all. */
export type Transport = (added: NotificationRow[]) => void

export interface NotificationConsumerDeps extends SourceDeps {
  clock: Clock
  /** Returns the agents that are not removed, and locks them until the transaction ends. */
  holdActive: (trx: Transaction, organizationId: string, agentIds: string[]) => Promise<string[]>
  transports: Transport[]
  /** Schedules e-mails in the transaction of the rows, and takes back waiting ones that quote notes as they were before. */
  scheduleMails: (trx: Transaction, added: NotificationRow[], changedNotes: string[]) => Promise<void>
  /** Notifications of these agents were deleted. */
  onDeleted: (agents: { organization_id: string; agent_id: string }[]) => void
}

/** Writes the notifications of log entries, then hands them to the transports. */
export function createNotificationConsumer(deps: NotificationConsumerDeps): LogConsumer {
  async function draftsOf(trx: Transaction, batch: CustomerEntries[]): Promise<NotificationRow[]> {
    const now = timestamp(deps.clock())
    const drafts: NotificationRow[] = []
    for (const { organizationId, customerId, entries } of batch) {
      for (const entry of entries) {
        const actorId = actorOf(entry)
        for (const candidate of await candidatesOf(deps, { trx, organizationId, customerId, entry })) {
          const agentIds = new Set(candidate.agentIds)
          if (actorId !== null) agentIds.delete(actorId)
          for (const agentId of agentIds) {
            drafts.push({
              id: newId(),
              organization_id: organizationId,
              agent_id: agentId,
              kind: candidate.kind,
              subject_id: candidate.subjectId,
              actor_id: actorId,
              customer_id: customerId,
              conversation_id: entry.conversation_id,
              seq: entry.seq,
              transports: [],
              created_at: now,
              read_at: null,
            })
          }
        }
      }
    }
    return drafts
  }

  /** Removes drafts for former agents and for agents who turned the kind off. */
  async function withoutOptedOut(trx: Transaction, drafts: NotificationRow[]): Promise<NotificationRow[]> {
    if (drafts.length === 0) return []
    const active = new Set<string>()
    // The same order in every process, because the agents are locked.
    for (const organizationId of [...new Set(drafts.map((draft) => draft.organization_id))].sort()) {
      const ofOrganization = drafts.filter((draft) => draft.organization_id === organizationId)
      const agentIds = [...new Set(ofOrganization.map((draft) => draft.agent_id))]
      for (const id of await deps.holdActive(trx, organizationId, agentIds)) active.add(id)
    }
    if (active.size === 0) return []
    const settings = await settingsOf(trx, [...active])
    const chosen = new Map(
      settings.map(({ agent_id, kind, transports }) => [`${agent_id} ${kind}`, transports]),
    )
    return drafts
      .filter((draft) => active.has(draft.agent_id))
      .map((draft) => ({
        ...draft,
        transports: chosen.get(`${draft.agent_id} ${draft.kind}`) ?? defaultTransports,
      }))
      .filter(({ transports }) => transports.length > 0)
  }

  return {
    name: 'notifications',
    types: [...sourceTypes, 'note.deleted'],
    start: 'now',
    async handle(trx, batch) {
      const entriesOfAll = batch.flatMap(({ entries }) => entries)
      const deletedNotes = entriesOfAll.flatMap(noteOf('note.deleted'))
      const editedNotes = entriesOfAll.flatMap(noteOf('note.edited'))
      const drafts = await draftsOf(trx, batch)
      const kept = drafts.filter((draft) => !isOfDeletedNote(draft, deletedNotes))
      const added = await insertNotifications(trx, await withoutOptedOut(trx, kept))
      await deps.scheduleMails(trx, added, [...editedNotes, ...deletedNotes])
      const deleted = await deleteSubjects(trx, noteKind, deletedNotes)
      return () => {
        if (added.length > 0) for (const deliver of deps.transports) deliver(added)
        if (deleted.length > 0) deps.onDeleted(deleted)
      }
    },
  }
}

const noteKind = 'mention' satisfies NotificationKind

/** Used until an agent changes the setting. E-mails only go to those who asked for them. */
export const defaultTransports: NotificationTransport[] = ['in_app', 'desktop']

const actorOf = ({ actor }: StoredEntry): string | null => (actor.type === 'agent' ? actor.id : null)

const noteOf =
  (wanted: 'note.edited' | 'note.deleted') =>
  ({ type, data }: StoredEntry): string[] =>
    type === wanted ? [(data as { id: string }).id] : []

const isOfDeletedNote = ({ kind, subject_id }: NotificationRow, deletedNotes: string[]): boolean =>
  kind === noteKind && deletedNotes.includes(subject_id)
