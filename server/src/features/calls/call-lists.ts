import type { AgentFace } from '@parley/protocol/agent'
import type {
  AgentDesk,
  Call,
  CallChange,
  CallDetail,
  CallEndStatus,
  CallListState,
  CallPhase,
  CallRecordingFile,
  DeskState,
} from '@parley/protocol/call'
import type { AuthProvider } from '@parley/protocol/customer'
import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import { secondsBetween, timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { OnlineOf, PresenceReader } from '../../realtime/presence/presence-reader.ts'
import { heldMs, type CallRow } from './call-state.ts'
import { queuePositions, type CallTables } from './call-store.ts'
import { isReachable } from './desk-presence.ts'
import { offersOf } from './offer-store.ts'
import { isOpen, transfersOf } from './transfer-store.ts'

export interface CallListDeps {
  db: Database
  clock: Clock
  /** Includes removed agents. */
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  listAgents: (organizationId: string) => Promise<AgentFace[]>
  onlineOf: OnlineOf
  /** Port to the recordings feature: file counts per call, the files of one call with links, and whether there will be more. */
  recordings: {
    countsOf(callIds: string[]): Promise<Map<string, number>>
    filesOf(organizationId: string, callId: string): Promise<CallRecordingFile[]>
    isPending(organizationId: string, callId: string): Promise<boolean>
  }
}

export interface CallQuery {
  organizationId: string
  state: CallListState | undefined
  status: CallEndStatus | undefined
  agentId: string | undefined
  customerId: string | undefined
  sort: 'ASC' | 'DESC'
  max: number
  after: { created_at: string; id: string } | null
}

type ListedRow = CallRow & {
  name: string | null
  avatar_url: string | null
  country_code: string
  auth_provider: AuthProvider | null
  is_blocked: boolean
}

/** View of the customers feature for joins (migration 0005). */
type CustomerFaceView = {
  customer_face: {
    id: string
    name: string | null
    avatar_url: string | null
    country_code: string
    auth_provider: AuthProvider | null
    is_blocked: boolean
  }
}

const phasesOf: Record<CallListState, CallPhase[]> = {
  live: ['pending', 'ringing', 'connecting', 'active'],
  waiting: ['pending', 'ringing'],
  accepted: ['connecting', 'active'],
  over: ['over'],
}

export type CallLists = ReturnType<typeof createCallLists>

/** Read models of the panel: live calls, history, and the state of each agent. */
export function createCallLists(deps: CallListDeps) {
  const db = deps.db.withTables<CallTables & CustomerFaceView>()

  const rowsOf = (organizationId: string) =>
    db
      .selectFrom('call as c')
      .innerJoin('customer_face as f', 'f.id', 'c.customer_id')
      .selectAll('c')
      .select(['f.name', 'f.avatar_url', 'f.country_code', 'f.auth_provider', 'f.is_blocked'])
      .where('c.organization_id', '=', organizationId)

  async function present(organizationId: string, rows: ListedRow[], reader: PresenceReader): Promise<Call[]> {
    if (rows.length === 0) return []
    const [faces, counts, online, positions] = await Promise.all([
      deps.facesOf(
        organizationId,
        rows.flatMap((row) => row.agent_id ?? []),
      ),
      deps.recordings.countsOf(rows.map((row) => row.id)),
      deps.onlineOf(
        organizationId,
        rows.map((row) => row.customer_id),
        reader,
      ),
      rows.some(({ phase }) => phase === 'pending') ? queuePositions(deps.db, [organizationId]) : [],
    ])
    const positionOf = new Map(positions.map(({ id, position }) => [id, position]))
    return rows.map((row) => ({
      id: row.id,
      provider_id: row.provider_id,
      customer: {
        id: row.customer_id,
        name: row.name,
        avatar_url: row.avatar_url,
        country_code: row.country_code,
        auth_provider: row.auth_provider,
        is_blocked: row.is_blocked,
        online: online.has(row.customer_id),
      },
      agent: row.agent_id === null ? null : (faces.get(row.agent_id) ?? null),
      phase: row.phase,
      position: positionOf.get(row.id) ?? null,
      status: row.status,
      reason: row.reason,
      ended_by: row.ended_by,
      video: row.video,
      hold_duration: held(row),
      talk_duration:
        row.answered_at !== null && row.ended_at !== null
          ? secondsBetween(row.answered_at, row.ended_at)
          : null,
      created_at: row.created_at,
      answered_at: row.answered_at,
      ended_at: row.ended_at,
      recording_count: counts.get(row.id) ?? 0,
      note: row.note,
    }))
  }

  return {
    async list(query: CallQuery, reader: PresenceReader): Promise<Call[]> {
      const { after } = query
      const [order, follows] = query.sort === 'ASC' ? (['asc', '>'] as const) : (['desc', '<'] as const)
      let rows = rowsOf(query.organizationId)
        .orderBy('c.created_at', order)
        .orderBy('c.id', order)
        .limit(query.max)
      if (query.state !== undefined) rows = rows.where('c.phase', 'in', phasesOf[query.state])
      if (query.status !== undefined) rows = rows.where('c.status', '=', query.status)
      if (query.agentId !== undefined) rows = rows.where('c.agent_id', '=', query.agentId)
      if (query.customerId !== undefined) rows = rows.where('c.customer_id', '=', query.customerId)
      if (after)
        rows = rows.where((eb) =>
          eb(eb.refTuple('c.created_at', 'c.id'), follows, eb.tuple(after.created_at, after.id)),
        )
      return present(query.organizationId, (await rows.execute()) as ListedRow[], reader)
    },

    /** @throws AppError not_found (SPEC C12) */
    async detail(organizationId: string, callId: string, reader: PresenceReader): Promise<CallDetail> {
      const row = (await rowsOf(organizationId).where('c.id', '=', callId).executeTakeFirst()) as
        | ListedRow
        | undefined
      if (!row) throw new AppError('not_found')
      const [[call], offers, transfers, recordings, isRecordingPending] = await Promise.all([
        present(organizationId, [row], reader),
        offersOf(deps.db, callId),
        transfersOf(deps.db, callId),
        deps.recordings.filesOf(organizationId, callId),
        deps.recordings.isPending(organizationId, callId),
      ])
      if (!call) throw new AppError('not_found')
      const faces = await deps.facesOf(organizationId, [
        ...offers.map((offer) => offer.agent_id),
        ...transfers.flatMap((one) => [one.from_agent_id, one.to_agent_id]),
      ])
      const faceOf = (agentId: string) => faces.get(agentId) ?? null
      return {
        ...call,
        offers: offers.map(({ agent_id, outcome, offered_at, ended_at }) => ({
          agent: faceOf(agent_id),
          outcome,
          offered_at,
          ended_at,
        })),
        transfers: transfers.map(({ kind, state, created_at, ended_at, ...one }) => ({
          from: faceOf(one.from_agent_id),
          to: faceOf(one.to_agent_id),
          kind,
          state,
          created_at,
          ended_at,
        })),
        held_duration: Math.floor(heldMs(row, timestamp(deps.clock())) / 1000),
        recordings,
        recording_pending: isRecordingPending,
        recording_mode: row.settings.recording,
        consent: row.consent,
        quality: { customer: row.customer_quality, agent: row.agent_quality },
      }
    },

    /** @throws AppError not_found, call_note_changed */
    async setNote(organizationId: string, callId: string, { note, previous }: CallChange): Promise<void> {
      const ofCall = { organization_id: organizationId, id: callId }
      let update = db
        .updateTable('call')
        .set({ note })
        .where((eb) => eb.and(ofCall))
      // The note itself: a request whose response was lost is repeated.
      if (previous !== undefined) update = update.where('note', 'in', [previous, note])
      const { numUpdatedRows } = await update.executeTakeFirst()
      if (numUpdatedRows > 0n) return
      const call = await db
        .selectFrom('call')
        .select('id')
        .where((eb) => eb.and(ofCall))
        .executeTakeFirst()
      throw new AppError(call ? 'call_note_changed' : 'not_found')
    },

    /** Call state of every active agent who has ever opened a panel. */
    async desks(organizationId: string): Promise<AgentDesk[]> {
      const [states, agents] = await Promise.all([
        deskStates(deps.db, organizationId, deps.clock),
        deps.listAgents(organizationId),
      ])
      const faces = new Map(agents.map(({ id, name, avatar_url }) => [id, { id, name, avatar_url }]))
      return states.flatMap(({ agent_id: agentId, state, since }) => {
        const agent = faces.get(agentId)
        return agent ? [{ agent, state, since }] : []
      })
    },
  }
}

/** Whole seconds to the answer or the end (spec 2.4); null while it still waits. */
function held(row: CallRow): number | null {
  const until = row.answered_at ?? row.ended_at
  return until === null ? null : secondsBetween(row.created_at, until)
}

async function deskStates(db: Database, organizationId: string, clock: Clock) {
  const now = timestamp(clock())
  const { rows } = await sql<{ agent_id: string; state: DeskState; since: string }>`
    select d.agent_id, s.state, s.since
    from agent_desk d
    left join call c on c.agent_id = d.agent_id and c.phase in ('connecting', 'active')
    left join call_transfer t on t.to_agent_id = d.agent_id and t.${isOpen}
    left join call_offer o on o.agent_id = d.agent_id and o.outcome = 'ringing'
    cross join lateral (select ${isReachable('d.agent_id', clock)} as here) p
    cross join lateral (
      select
        case when c.id is not null or t.state = 'talking' then 'in_call' when not p.here then 'offline'
          when o.id is not null or t.id is not null then 'offered'
          when d.wrap_up_until > ${now}::timestamptz then 'wrap_up' when d.availability = 'away' then 'away'
          else 'idle' end as state,
        case when c.id is not null then c.accepted_at when t.state = 'talking' then t.created_at
          when not p.here then d.changed_at when o.id is not null then o.offered_at when t.id is not null then t.created_at
          when d.wrap_up_until > ${now}::timestamptz then d.wrap_up_since
          when d.availability = 'away' then d.changed_at else d.idle_since end as since
    ) s
    where d.organization_id = ${organizationId}
    order by d.idle_since, d.agent_id`.execute(db)
  return rows
}
