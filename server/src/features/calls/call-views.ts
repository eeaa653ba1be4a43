import type { AgentFace } from '@parley/protocol/agent'
import type { IceServer } from '@parley/protocol/call'
import type { CallView, Desk, DeskTransfer } from '@parley/protocol/call-view'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import type { OnlineOf } from '../../realtime/presence/presence-reader.ts'
import { relaySeconds, shownDeadline, type CallRow, type Side } from './call-state.ts'
import { queuePosition } from './call-store.ts'
import { findDeskCall, readDesk, type DeskCall, type DeskRow, type ShownDesk } from './desk-store.ts'
import type { TransferRow } from './transfer-store.ts'

export interface CallViewDeps {
  db: Database
  clock: Clock
  faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
  onlineOf: OnlineOf
  iceServers: (callId: string, party: string, seconds: number | null) => IceServer[]
}

/** Shown for an agent who has never opened a panel. */
const emptyDesk: ShownDesk = {
  availability: 'available',
  away_because: null,
  wrap_up_until: null,
  offered_call_id: null,
  offered_at: null,
  expires_at: null,
  incoming: null,
  outgoing: null,
}

export type CallViews = ReturnType<typeof createCallViews>

/** Views of calls and desks, from committed rows and never assembled from events. */
export function createCallViews(deps: CallViewDeps) {
  const { db, clock } = deps
  const deskReads = createKeyedSemaphore(1)

  /** @param knownPosition queue position, to save the query that counts it */
  async function view(call: CallRow, knownPosition?: number): Promise<CallView> {
    const answeredBy = call.accepted_at === null ? null : call.agent_id
    return {
      id: call.id,
      customer_id: call.customer_id,
      provider_id: call.provider_id,
      revision: call.revision,
      phase: call.phase,
      video: call.video,
      relay_only: call.settings.relay_only,
      position: call.phase === 'pending' ? (knownPosition ?? (await queuePosition(db, call))) : null,
      agent: answeredBy === null ? null : ((await deps.faceOf(call.organization_id, answeredBy)) ?? null),
      created_at: call.created_at,
      answered_at: call.answered_at,
      deadline: shownDeadline(call),
      recording: {
        mode: call.settings.recording,
        consent: call.consent,
        state: call.recording_state,
      },
      held_since: call.held_since,
      peers: { customer: call.customer_peer, agent: call.agent_peer },
      end: endOf(call),
    }
  }

  /** Credentials are valid for the longest possible duration of this phase and the rest of the call (SPEC C11). */
  function ice(call: CallRow, side: Side): IceServer[] {
    const party = side === 'customer' ? call.customer_id : call.agent_id
    if (party === null || call.phase === 'over') return []
    return deps.iceServers(call.id, party, relaySeconds(call, side, timestamp(clock())))
  }

  /** Adds the relay's credentials to the customer's view of an answered call, because their browser connects when it arrives. */
  const withIce = (call: CallRow, side: Side, shown: CallView): CallView =>
    side === 'customer' && call.phase === 'connecting' ? { ...shown, ice: ice(call, side) } : shown

  const viewFor = async (side: Side, call: CallRow, knownPosition?: number): Promise<CallView> =>
    withIce(call, side, await view(call, knownPosition))

  async function atDesk(call: DeskCall) {
    const [online, shown] = await Promise.all([
      deps.onlineOf(call.organization_id, [call.customer_id], 'socket'),
      view(call),
    ])
    return {
      view: shown,
      customer: { ...call.customer, online: online.has(call.customer_id) },
      conversation_id: call.conversation_id,
    }
  }

  async function offered(call: DeskCall, at: { offered: string; expires: string }): Promise<Desk['offer']> {
    const { view: shown, ...rest } = await atDesk(call)
    return {
      call: shown,
      ...rest,
      team_id: call.team_id,
      offered_at: at.offered,
      expires_at: at.expires,
      ice: ice(call, 'agent'),
    }
  }

  async function transferred(transfer: TransferRow, own: DeskCall | undefined): Promise<DeskTransfer | null> {
    const { id, kind, team_id, state, revision, from_peer, to_peer } = transfer
    if (state === 'completed' || state === 'cancelled' || state === 'withdrawn') return null
    const call = own ?? (await findDeskCall(db, transfer.call_id))
    if (!call) return null
    const face = async (agentId: string) => (await deps.faceOf(call.organization_id, agentId)) ?? null
    const [{ view: shown, ...rest }, from, to] = await Promise.all([
      atDesk(call),
      face(transfer.from_agent_id),
      face(transfer.to_agent_id),
    ])
    return {
      id,
      kind,
      team_id,
      state,
      revision,
      from,
      to,
      call: shown,
      ...rest,
      // Read as JSON, whose format is PostgreSQL's.
      created_at: timestamp(Date.parse(transfer.created_at)),
      expires_at: timestamp(Date.parse(transfer.expires_at)),
      peers: { from: from_peer, to: to_peer },
    }
  }

  return {
    view,
    viewFor,
    ice,
    transferred,
    /** Servers for the private talk of two agents. */
    iceOfTalk: (call: CallRow, agentId: string): IceServer[] =>
      deps.iceServers(call.id, agentId, relaySeconds(call, 'agent', timestamp(clock()))),
    async forBoth(call: CallRow): Promise<Record<Side, CallView>> {
      const shown = await view(call)
      return { customer: withIce(call, 'customer', shown), agent: shown }
    },
    /** One read at a time per agent, so that no panel receives an older desk after a newer one, from a command or a push. */
    desk: (agentId: string): Promise<Desk> => deskReads.run(agentId, () => deskOf(agentId)),
  }

  async function deskOf(agentId: string): Promise<Desk> {
    const { desk: row = emptyDesk, calls } = await readDesk(db, agentId)
    const call = calls.find(({ phase }) => phase !== 'ringing')
    const ringing = calls.find(({ id, phase }) => phase === 'ringing' && id === row.offered_call_id)
    const { offered_at: offeredAt, expires_at: expires } = row
    const rings =
      ringing && offeredAt !== null && expires !== null
        ? await offered(ringing, { offered: offeredAt, expires })
        : null
    const transfer = row.incoming ?? row.outgoing
    const wrapUpUntil =
      row.wrap_up_until !== null && row.wrap_up_until > timestamp(clock()) ? row.wrap_up_until : null
    return {
      availability: row.availability,
      away_because: row.away_because,
      state: stateOf({
        call,
        offer: rings,
        incoming: row.incoming,
        wrapUpUntil,
        availability: row.availability,
      }),
      wrap_up_until: call ? null : wrapUpUntil,
      offer: rings,
      call: call ? await atDesk(call) : null,
      transfer: transfer && (await transferred(transfer, row.incoming ? undefined : call)),
    }
  }
}

function endOf({ status, reason, ended_by, ended_at }: CallRow): CallView['end'] {
  if (status === null || ended_by === null || ended_at === null) return null
  return { status, reason, ended_by, ended_at }
}

function stateOf(desk: {
  call: CallRow | undefined
  offer: Desk['offer']
  incoming: TransferRow | null
  wrapUpUntil: string | null
  availability: DeskRow['availability']
}): Desk['state'] {
  if (desk.call || desk.incoming?.state === 'talking') return 'in_call'
  if (desk.offer || desk.incoming) return 'offered'
  if (desk.wrapUpUntil !== null) return 'wrap_up'
  return desk.availability === 'away' ? 'away' : 'idle'
}
