import type { TransferKind } from '@parley/protocol/call'
import type { CallView, Desk, DeskTransfer } from '@parley/protocol/call-view'
import type { FailureCode } from '../connection/result.ts'
import type { AgentDesk } from './agent-desk.ts'
import type { AgentCallSession } from './call-signaling.ts'
import type { CallMediaCore } from './call-media.ts'
import type { EndedCall } from './ended-call.ts'
import type { PeerCall } from './peer-call.ts'
import { createPrivateTalk, type PrivateTalk } from './private-talk.ts'
import { runsHere, savedCall, savedCallId } from './saved-call.ts'

/** Transfers of one window of the panel: of this agent's call to a colleague, and of a colleague's to this agent. */
export interface AgentTransfers {
  /** Puts the customer on hold, or resumes the call. */
  hold: (held: boolean) => Promise<FailureCode | null>
  /** The private talk of a warm transfer. */
  talk: Pick<PrivateTalk, 'state' | 'media'>
  /** Rings a colleague. The customer is on hold from then on. */
  transfer: (agentId: string, kind: TransferKind) => Promise<FailureCode | null>
  /** Rings free members of the team one after another. */
  transferToTeam: (teamId: string) => Promise<FailureCode | null>
  /** Call in a click handler: accepts the transfer in `desk`. Without a microphone nothing is accepted. */
  acceptTransfer: () => Promise<FailureCode | null>
  /** Cancels or declines the transfer, or leaves the private talk. */
  endTransfer: () => Promise<FailureCode | null>
  /** Gives the call to the colleague of the private talk. */
  completeTransfer: () => Promise<FailureCode | null>
  /** Call in a click handler: moves the private talk to this window. */
  takeOverTalk: () => void
}

export interface AgentTransferOptions {
  session: AgentCallSession
  agentId: string
  desk: Pick<AgentDesk, 'desk' | 'request' | 'repeat'>
  media: CallMediaCore
  newId: () => string
  ended: Pick<EndedCall, 'forget'>
  /** The call that runs in this window. */
  running: () => { call: CallView; peerCall: PeerCall } | null
}

export function createAgentTransfers(options: AgentTransferOptions) {
  const { session, agentId, desk, media, newId, ended, running } = options
  const talk = createPrivateTalk(session, agentId, newId, desk.repeat)

  const sideOf = ({ call }: DeskTransfer, { call: own }: Desk) => (own?.view.id === call.id ? 'from' : 'to')
  const isHere = (transfer: DeskTransfer, now: Desk) =>
    sideOf(transfer, now) === 'from'
      ? transfer.call.id === running()?.call.id
      : runsHere(transfer.call.id, transfer.peers.to) === true

  function update(now: Desk) {
    const { transfer } = now
    talk.update(transfer, transfer ? sideOf(transfer, now) : 'to', transfer !== null && isHere(transfer, now))
    forgetLostCall(now)
  }

  /** A call that the agent no longer has must not be resumed here if it comes back: another window may accept it. */
  function forgetLostCall({ offer, call, transfer }: Desk) {
    const known = [offer?.call.id, call?.view.id, transfer?.call.id, running()?.call.id]
    if (!known.includes(savedCallId())) savedCall.set(null)
  }

  async function accept(transfer: DeskTransfer): Promise<FailureCode | null> {
    const { call, kind } = transfer
    // A colleague may give back a call that was ended here too late.
    ended.forget()
    const used = kind === 'blind' ? media : talk.media
    if (!(await used.openMicrophone())) {
      // The reason is shown with the call's devices.
      if (used !== media) await media.openMicrophone()
      return null
    }
    const before = savedCall.get()
    savedCall.set(call.id)
    const code = await desk.request(() => session.request('transfer.accept', { call_id: call.id }))
    if (code !== null) {
      // The service may have accepted it: then the next desk has it.
      if (code !== 'disconnected' && code !== 'timeout') savedCall.set(before)
      used.release()
    }
    return code
  }

  const command = (method: 'transfer.end' | 'transfer.complete') => async () => {
    const transfer = desk.desk.get()?.transfer
    if (!transfer) return null
    return desk.request(() => session.request(method, { call_id: transfer.call.id }))
  }

  const transfers: AgentTransfers = {
    talk,
    async hold(held) {
      const own = running()
      if (!own) return null
      const answer = await session.request('call.hold', { call_id: own.call.id, held })
      if (!answer.ok) return answer.code
      own.peerCall.update(answer.value)
      return null
    },
    async transfer(agentId, kind) {
      const callId = running()?.call.id
      if (callId === undefined) return null
      return desk.request(() =>
        session.request('call.transfer', { call_id: callId, agent_id: agentId, kind }),
      )
    },
    async transferToTeam(teamId) {
      const callId = running()?.call.id
      if (callId === undefined) return null
      return desk.request(() => session.request('call.transfer_team', { call_id: callId, team_id: teamId }))
    },
    async acceptTransfer() {
      const transfer = desk.desk.get()?.transfer
      return transfer?.state === 'ringing' ? accept(transfer) : null
    },
    endTransfer: command('transfer.end'),
    completeTransfer: command('transfer.complete'),
    takeOverTalk() {
      const now = desk.desk.get()
      if (!now?.transfer || talk.state.get().name !== 'elsewhere') return
      const { call, peers } = now.transfer
      savedCall.set(`${call.id}${savedCall.get()}${peers.to}`)
      talk.takeOver(now.transfer, sideOf(now.transfer, now))
    },
  }
  return { transfers, update, isUndecided: talk.isUndecided, receive: talk.receive, close: talk.close }
}
