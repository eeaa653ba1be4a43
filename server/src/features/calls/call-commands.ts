import type { CallOffering, CallSettings } from '@parley/protocol/call-settings'
import type {
  AvailabilityParams,
  CallEndParams,
  CallJoined,
  CallParams,
  CallPeerParams,
  CallQualityParams,
  CallRecordParams,
  CallSignalParams,
  CallStartParams,
  CallView,
  Desk,
  DeskOpenParams,
} from '@parley/protocol/call-view'
import { AppError } from '../../core/app-error.ts'
import type { LogTransaction } from '../../core/event-log.ts'
import {
  agentOf,
  customerIdOf,
  principalOf,
  type AgentSession,
  type WidgetPrincipal,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { CallLines } from './call-lines.ts'
import type { Pictures } from './call-pictures.ts'
import type { CallRow } from './call-state.ts'
import type { Caller, Calls, Party } from './calls.ts'
import type { Desks } from './desks.ts'
import type { QueuePlaces } from './queue-places.ts'

export interface CallCommandDeps {
  calls: Calls
  desks: Desks
  lines: CallLines
  pictures: Pictures
  places: QueuePlaces
  /** undefined: the widget was deleted. */
  settingsOf: (providerId: string) => Promise<CallSettings | undefined>
  createCustomer: (tx: LogTransaction, newcomer: WidgetPrincipal) => ReturnType<Caller['begin']>
  /** The customer's row exists now: the socket joins it, from the beginning of its log. */
  joinNewCustomer: (session: WidgetSession, customerId: string) => void
  /** @throws AppError rate_limited */
  limitStarts: (principal: WidgetPrincipal) => void
}

/** What a widget has to know before it rings. null: it has no calls. */
export const offeringOf = (settings: CallSettings | undefined): CallOffering | null =>
  !settings || settings.mode === 'off' ? null : { mode: settings.mode, recording: settings.recording }

/** Refusals that say that the window knows settings which do not hold any more. */
const outdated: ReadonlySet<string> = new Set(['calls_off', 'video_off', 'consent_missing'])

/** call.* and desk.* of both sockets. */
export function callCommands(deps: CallCommandDeps) {
  const { calls, desks, lines, pictures, places } = deps

  async function joined(call: CallRow): Promise<CallJoined> {
    const view = await pictures.view(call)
    places.note(view, call.organization_id)
    return { call: view, ice: call.phase === 'over' ? [] : pictures.ice(call) }
  }

  /** What both sides say in the same words. */
  function shared<S extends AgentSession | WidgetSession>(partyOf: (session: S) => Party) {
    return {
      'call.join': async (session: S, params: CallPeerParams): Promise<CallJoined> => {
        const party = partyOf(session)
        const call = await calls.join(party, params)
        lines.join(session, party.side, call, params.peer)
        return joined(call)
      },
      'call.connected': async (session: S, params: CallPeerParams): Promise<CallView> =>
        pictures.view(await calls.connected(partyOf(session), params)),
      'call.alive': async (session: S, { call_id: callId }: CallParams): Promise<CallView> =>
        pictures.view(
          await calls.alive(partyOf(session), callId, lines.peerOf(session, callId)),
          places.of(callId),
        ),
      'call.signal': (session: S, params: CallSignalParams) => {
        partyOf(session)
        lines.relay(session, params)
        return {}
      },
      'call.quality': async (session: S, { call_id: callId, quality }: CallQualityParams) => {
        await calls.quality(partyOf(session), callId, quality)
        return {}
      },
      'call.end': async (session: S, params: CallEndParams): Promise<CallView> =>
        pictures.view(await calls.end(partyOf(session), params)),
    }
  }

  const agentKey = (session: AgentSession) => {
    const { organizationId, agentId } = agentOf(session)
    return { side: 'agent' as const, organizationId, agentId }
  }

  return {
    widget: {
      'call.start': async (session: WidgetSession, params: CallStartParams): Promise<CallJoined> => {
        const principal = principalOf(session)
        deps.limitStarts(principal)
        const settings = await deps.settingsOf(principal.provider_id)
        if (!settings) throw new AppError('calls_off')
        const caller = {
          organizationId: principal.organization_id,
          providerId: principal.provider_id,
          customerId: customerIdOf(session),
          begin: (tx: LogTransaction) => deps.createCustomer(tx, principal),
        }
        const { call } = await calls.start(caller, settings, params).catch((error: unknown) => {
          if (error instanceof AppError && outdated.has(error.code))
            session.sendText(notificationFrame('call.offering', offeringOf(settings)))
          throw error
        })
        if (customerIdOf(session) === null) deps.joinNewCustomer(session, call.customer_id)
        if (call.phase !== 'over') lines.join(session, 'customer', call, params.peer)
        return joined(call)
      },
      ...shared<WidgetSession>((session) => {
        const { organization_id: organizationId } = principalOf(session)
        const customerId = customerIdOf(session)
        if (customerId === null) throw new AppError('not_found')
        return { side: 'customer', organizationId, customerId }
      }),
    },
    agent: {
      'desk.open': (session: AgentSession, { microphone }: DeskOpenParams): Promise<Desk> =>
        desks.open(session, agentKey(session), microphone),
      'desk.availability': (session: AgentSession, { availability }: AvailabilityParams): Promise<Desk> =>
        desks.setAvailability(agentKey(session), availability),
      'desk.wrapped_up': (session: AgentSession): Promise<Desk> => desks.wrappedUp(agentKey(session)),
      'call.accept': async (session: AgentSession, params: CallPeerParams): Promise<CallJoined> => {
        const call = await calls.accept(agentKey(session), params)
        lines.join(session, 'agent', call, params.peer)
        return joined(call)
      },
      'call.decline': async (session: AgentSession, { call_id: callId }: CallParams): Promise<Desk> => {
        const agent = agentKey(session)
        await calls.decline(agent, callId)
        return pictures.desk(agent.agentId)
      },
      'call.record': async (session: AgentSession, params: CallRecordParams): Promise<CallView> =>
        pictures.view(await calls.record(agentKey(session), params, lines.peerOf(session, params.call_id))),
      ...shared<AgentSession>(agentKey),
    },
  }
}
