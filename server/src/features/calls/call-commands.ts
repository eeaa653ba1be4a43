import type { CallOffering, CallSettings } from '@parley/protocol/call-settings'
import type {
  AvailabilityParams,
  CallEndParams,
  CallHoldParams,
  CallJoined,
  CallJoinParams,
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
import type { CallBacks } from './call-backs.ts'
import type { CallSignaling } from './call-signaling.ts'
import type { CallViews } from './call-views.ts'
import type { CallRow, Side } from './call-state.ts'
import type { Caller } from './call-start.ts'
import type { Party } from './call-party.ts'
import type { Calls } from './calls.ts'
import type { Desks } from './desks.ts'
import type { QueuePositions } from './queue-positions.ts'

export interface CallCommandDeps {
  calls: Calls
  callBacks: Pick<CallBacks, 'request' | 'withdraw'>
  desks: Desks
  signaling: CallSignaling
  /** Signals of the private talks of agents (transfer-commands.ts). */
  talks: CallSignaling
  views: CallViews
  positions: QueuePositions
  /** undefined: the widget was deleted. */
  settingsOf: (providerId: string) => Promise<CallSettings | undefined>
  /** @throws AppError calls_off, nobody_available */
  checkAvailability: (
    caller: Pick<Caller, 'organizationId' | 'providerId' | 'customerId'>,
    settings: CallSettings | undefined,
  ) => Promise<void>
  /** Outside business hours. */
  isClosed: (organizationId: string, providerId: string) => Promise<boolean>
  createCustomer: (tx: LogTransaction, newcomer: WidgetPrincipal) => ReturnType<Caller['begin']>
  /** Subscribes the socket to the new customer's log from its start. */
  joinNewCustomer: (session: WidgetSession, customerId: string) => void
  /** Returns a keyed hash, so that the database stores no addresses. */
  hashNetwork: (network: string) => string
  /** @throws AppError rate_limited */
  limitStarts: (principal: WidgetPrincipal) => void
}

/** The call settings a widget needs before it starts a call. null: calls are off. */
export const offeringOf = (settings: CallSettings | undefined): CallOffering | null =>
  !settings || settings.mode === 'off' ? null : { mode: settings.mode, recording: settings.recording }

/** Errors that mean the widget has outdated settings. */
const outdated: ReadonlySet<string> = new Set(['calls_off', 'video_off', 'consent_missing'])

/** call.* and desk.* of both sockets. */
export function callCommands(deps: CallCommandDeps) {
  const { calls, desks, signaling, views, positions } = deps

  async function joined(side: Side, call: CallRow): Promise<CallJoined> {
    const view = await views.view(call)
    positions.note(view, call.organization_id)
    return { call: view, ice: views.ice(call, side) }
  }

  /** Commands that both sides have. */
  function shared<S extends AgentSession | WidgetSession>(partyOf: (session: S) => Party) {
    return {
      'call.join': async (session: S, params: CallJoinParams): Promise<CallJoined> => {
        const party = partyOf(session)
        const call = await calls.join(party, params)
        signaling.join(session, party.side, call, params.peer)
        return joined(party.side, call)
      },
      'call.connected': async (session: S, params: CallPeerParams): Promise<CallView> =>
        views.view(await calls.connected(partyOf(session), params)),
      'call.alive': async (session: S, { call_id: callId }: CallParams): Promise<CallView> => {
        const party = partyOf(session)
        const call = await calls.alive(party, callId, signaling.peerOf(session, callId))
        return views.viewFor(party.side, call, positions.of(callId))
      },
      'call.signal': (session: S, params: CallSignalParams) => {
        const party = partyOf(session)
        signaling.relay(session, params)
        if (party.side === 'agent') deps.talks.relay(session, params)
        return {}
      },
      'call.quality': async (session: S, { call_id: callId, quality }: CallQualityParams) => {
        await calls.quality(partyOf(session), callId, quality)
        return {}
      },
      'call.end': async (session: S, params: CallEndParams): Promise<CallView> =>
        views.view(await calls.end(partyOf(session), params)),
    }
  }

  function callerOf(session: WidgetSession): Caller {
    const principal = principalOf(session)
    return {
      organizationId: principal.organization_id,
      providerId: principal.provider_id,
      customerId: customerIdOf(session),
      network: deps.hashNetwork(session.context.network),
      begin: (tx) => deps.createCustomer(tx, principal),
    }
  }

  const agentKey = (session: AgentSession) => {
    const { organizationId, agentId } = agentOf(session)
    return { side: 'agent' as const, organizationId, agentId }
  }

  return {
    widget: {
      'call.check': async (session: WidgetSession): Promise<Record<string, never>> => {
        const { organization_id: organizationId, provider_id: providerId } = principalOf(session)
        const caller = { organizationId, providerId, customerId: customerIdOf(session) }
        await deps.checkAvailability(caller, await deps.settingsOf(providerId))
        if (await deps.isClosed(organizationId, providerId)) throw new AppError('nobody_available')
        return {}
      },
      'call.start': async (session: WidgetSession, params: CallStartParams): Promise<CallJoined> => {
        const principal = principalOf(session)
        deps.limitStarts(principal)
        const settings = await deps.settingsOf(principal.provider_id)
        if (!settings) throw new AppError('calls_off')
        const closed = await deps.isClosed(principal.organization_id, principal.provider_id)
        const caller = { ...callerOf(session), closed }
        const { call } = await calls.start(caller, settings, params).catch((error: unknown) => {
          if (error instanceof AppError && outdated.has(error.code))
            session.sendText(notificationFrame('call.offering', offeringOf(settings)))
          throw error
        })
        if (customerIdOf(session) === null) deps.joinNewCustomer(session, call.customer_id)
        if (call.phase !== 'over') signaling.join(session, 'customer', call, params.peer)
        return joined('customer', call)
      },
      'call_back.request': async (session: WidgetSession) => {
        const principal = principalOf(session)
        deps.limitStarts(principal)
        const settings = await deps.settingsOf(principal.provider_id)
        if (!settings) throw new AppError('calls_off')
        const customerId = await deps.callBacks.request(callerOf(session), settings)
        if (customerIdOf(session) === null) deps.joinNewCustomer(session, customerId)
        return {}
      },
      'call_back.withdraw': async (session: WidgetSession) => {
        const { organization_id: organizationId } = principalOf(session)
        const customerId = customerIdOf(session)
        if (customerId !== null) await deps.callBacks.withdraw(organizationId, customerId)
        return {}
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
        signaling.join(session, 'agent', call, params.peer)
        return joined('agent', call)
      },
      'call.decline': async (session: AgentSession, { call_id: callId }: CallParams): Promise<Desk> => {
        const agent = agentKey(session)
        await calls.decline(agent, callId)
        return views.desk(agent.agentId)
      },
      'call.record': async (session: AgentSession, params: CallRecordParams): Promise<CallView> =>
        views.view(await calls.record(agentKey(session), params, signaling.peerOf(session, params.call_id))),
      'call.hold': async (session: AgentSession, params: CallHoldParams): Promise<CallView> =>
        views.view(await calls.hold(agentKey(session), params, signaling.peerOf(session, params.call_id))),
      ...shared<AgentSession>(agentKey),
    },
  }
}
