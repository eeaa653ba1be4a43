import type {
  CallJoinParams,
  CallParams,
  CallTransferParams,
  CallTransferTeamParams,
  Desk,
  TransferJoined,
} from '@parley/protocol/call-view'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import { agentOf, type AgentSession } from '../../realtime/contexts.ts'
import type { CallSignaling } from './call-signaling.ts'
import { findDeskCall } from './desk-store.ts'
import type { CallViews } from './call-views.ts'
import { sideOf, type Transfers, type TransferTarget } from './transfers.ts'

export interface TransferCommandDeps {
  db: Database
  transfers: Transfers
  /** Signals of calls, and of private talks between two agents, by the id of the transfer. */
  signaling: CallSignaling
  talks: CallSignaling
  views: CallViews
}

/** In a private talk, the agent who has the call makes the first offer, as agents do in calls. */
const talkSides = { from: 'agent', to: 'customer' } as const

/** call.transfer, call.transfer_team and transfer.* of agents (SPEC C20). */
export function transferCommands({ db, transfers, signaling, talks, views }: TransferCommandDeps) {
  const agentKey = (session: AgentSession) => {
    const { organizationId, agentId } = agentOf(session)
    return { side: 'agent' as const, organizationId, agentId }
  }

  const withDesk =
    (command: (agent: ReturnType<typeof agentKey>, callId: string) => Promise<void>) =>
    async (session: AgentSession, { call_id: callId }: CallParams): Promise<Desk> => {
      const agent = agentKey(session)
      await command(agent, callId)
      return views.desk(agent.agentId)
    }

  async function start(session: AgentSession, params: TransferTarget): Promise<Desk> {
    const agent = agentKey(session)
    await transfers.start(agent, params, signaling.peerOf(session, params.call_id))
    return views.desk(agent.agentId)
  }

  return {
    'call.transfer': (session: AgentSession, params: CallTransferParams) => start(session, params),
    'call.transfer_team': (session: AgentSession, params: CallTransferTeamParams) => start(session, params),
    'transfer.accept': withDesk(transfers.accept),
    'transfer.complete': withDesk(transfers.complete),
    'transfer.end': withDesk(transfers.end),
    'transfer.join': async (session: AgentSession, params: CallJoinParams): Promise<TransferJoined> => {
      const agent = agentKey(session)
      const joined = await transfers.join(agent, params)
      const side = sideOf(joined, agent)
      const call = await findDeskCall(db, joined.call_id)
      if (side) talks.join(session, talkSides[side], joined, params.peer)
      const transfer = await views.transferred(joined, call)
      if (!call || !transfer) throw new AppError('transfer_gone')
      return { transfer, ice: views.iceOfTalk(call, agent.agentId) }
    },
  }
}
