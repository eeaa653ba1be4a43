import type { TransferKind } from '@parley/protocol/call'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { after } from './call-state.ts'
import type { TeamMembers } from './call-teams.ts'
import { lockDesk, lockDeskIfFree, possibleAgents } from './desk-store.ts'
import type { LockedCall } from './locked-call.ts'
import { lockMatching } from './matching.ts'
import { insertTransfer, transfersOf, updateTransfer, type TransferRow } from './transfer-store.ts'

export interface TransferRingDeps {
  clock: Clock
  actAt: (moment: string) => void
  teamMembers: TeamMembers
}

/** Bounds how often an agent can ring colleagues with one call. */
export const maxTransfersOfCall = 20

/** Customers hang up after a minute on hold, and the first agent can then tell them what to expect. */
const teamRingSeconds = 60

export interface RingTarget {
  agentId: string
  kind: TransferKind
  from: string
  team: { id: string; until: string } | null
}

interface TeamRing {
  from: string
  team: { id: string; until: string }
  /** Members who were rung before. */
  rung: string[]
}

/** The rings of a transfer, under the lock of its call. */
export function createTransferRings(deps: TransferRingDeps) {
  /** Returns null if the agent is not free. */
  async function ring(locked: LockedCall, to: RingTarget): Promise<TransferRow | null> {
    const { tx, call } = locked
    // The desk first, as an offer that ends does. Then the matching, so that the agent gets no offer at the same time.
    await lockDesk(tx.db, call.organization_id, to.agentId, tx.now)
    await lockMatching(tx.db, call.organization_id)
    const agents = await possibleAgents(tx.db, call.organization_id, tx.now, deps.clock)
    return agents.some(({ agent_id, free }) => agent_id === to.agentId && free) ? insert(locked, to) : null
  }

  async function insert({ tx, call, collected }: LockedCall, to: RingTarget): Promise<TransferRow> {
    const expires = after(tx.now, call.settings.offer_seconds)
    const transfer = await insertTransfer(tx.db, {
      id: newId(),
      organization_id: call.organization_id,
      call_id: call.id,
      kind: to.kind,
      from_agent_id: to.from,
      to_agent_id: to.agentId,
      team_id: to.team?.id ?? null,
      team_until: to.team?.until ?? null,
      created_at: tx.now,
      expires_at: to.team !== null && to.team.until < expires ? to.team.until : expires,
    })
    collected.agent(call.organization_id, to.from)
    collected.agent(call.organization_id, to.agentId)
    deps.actAt(transfer.expires_at)
    return transfer
  }

  /** By share of the capacity in use, then the longest idle. */
  async function freeMembers({ tx, call }: LockedCall, { from, team, rung }: TeamRing): Promise<string[]> {
    const members = await deps.teamMembers(tx.db, call.organization_id, team.id)
    const shares = new Map(members?.map(({ agent_id, share }) => [agent_id, share]))
    return (await possibleAgents(tx.db, call.organization_id, tx.now, deps.clock))
      .filter(({ agent_id, free }) => free && shares.has(agent_id) && agent_id !== from)
      .filter(({ agent_id }) => !rung.includes(agent_id))
      .toSorted(
        (a, b) =>
          (shares.get(a.agent_id) ?? 0) - (shares.get(b.agent_id) ?? 0) ||
          (a.idle_since < b.idle_since ? -1 : 1),
      )
      .map(({ agent_id }) => agent_id)
  }

  /** Rings the next member. Returns null if none is free. */
  async function ringMember(locked: LockedCall, ringing: TeamRing): Promise<TransferRow | null> {
    const { from, team } = ringing
    const [first] = await freeMembers(locked, ringing)
    if (first === undefined) return null
    const rung = await ring(locked, { agentId: first, kind: 'blind', from, team })
    if (rung) return rung
    // That member was taken meanwhile. A transaction that holds a desk may wait for the matching, so no other desk is waited for.
    for (const agentId of await freeMembers(locked, ringing))
      if (await lockDeskIfFree(locked.tx.db, agentId))
        return insert(locked, { agentId, kind: 'blind', from, team })
    return null
  }

  return {
    ring,

    ringTeam: (locked: LockedCall, teamId: string, from: string): Promise<TransferRow | null> =>
      ringMember(locked, {
        from,
        team: { id: teamId, until: after(locked.tx.now, teamRingSeconds) },
        rung: [],
      }),

    /** A member did not answer: rings the next one. Returns whether that was due. */
    async ringNext(locked: LockedCall): Promise<boolean> {
      const { tx, call, collected } = locked
      const transfers = await transfersOf(tx.db, call.id)
      const last = transfers.find((transfer) => transfer.pass_on)
      if (!last || last.team_id === null || last.team_until === null) return false
      await updateTransfer(tx.db, last.id, { pass_on: false })
      const { team_id: id, team_until: until, from_agent_id: from } = last
      const rung = transfers
        .filter((transfer) => transfer.team_id === id && transfer.team_until === until)
        .map(({ to_agent_id }) => to_agent_id)
      if (until > tx.now && transfers.length < maxTransfersOfCall)
        await ringMember(locked, { from, team: { id, until }, rung })
      collected.agent(call.organization_id, from)
      return true
    },
  }
}
