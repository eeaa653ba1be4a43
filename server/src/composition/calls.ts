import type { AgentFace } from '@parley/protocol/agent'
import type { CallSettings } from '@parley/protocol/call-settings'
import type { Actor } from '@parley/protocol/event'
import type { ConnectResult } from '@parley/protocol/session'
import { timestamp } from '../core/clock.ts'
import type { Database, Transaction } from '../core/database.ts'
import type { EventLog, LogHead, LogTransaction } from '../core/event-log.ts'
import { batchLookups } from '../core/coalesce.ts'
import { announceChange } from '../core/organization-changes.ts'
import { hmac } from '../core/secrets.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { checkAvailability } from '../features/calls/availability.ts'
import { barsCustomer, createBarredCallers } from '../features/calls/barred-callers.ts'
import { callBackRoutes } from '../features/calls/call-back-routes.ts'
import { createCallBacks } from '../features/calls/call-backs.ts'
import { createCallChanges } from '../features/calls/call-changes.ts'
import { callCommands, offeringOf, type CallCommandDeps } from '../features/calls/call-commands.ts'
import { createAlarm, createDeadlines } from '../features/calls/call-deadlines.ts'
import { createCallSignaling } from '../features/calls/call-signaling.ts'
import { createCallLists, type CallListDeps, type CallQuery } from '../features/calls/call-lists.ts'
import { createCallKeys } from '../features/calls/call-keys.ts'
import { createCallEvents } from '../features/calls/call-events.ts'
import { createCallViews } from '../features/calls/call-views.ts'
import { createCallPushes } from '../features/calls/call-pushes.ts'
import { callRoutes } from '../features/calls/call-routes.ts'
import { liveCallsOf } from '../features/calls/call-store.ts'
import type { CallStartDeps } from '../features/calls/call-start.ts'
import { createCalls } from '../features/calls/calls.ts'
import { deskStates } from '../features/calls/desk-states.ts'
import { liveCallCounts } from '../features/calls/live-calls.ts'
import { createDesks } from '../features/calls/desks.ts'
import { iceRoutes } from '../features/calls/ice-routes.ts'
import { createIce } from '../features/calls/ice.ts'
import { createMatching } from '../features/calls/matching.ts'
import { createMissedCalls } from '../features/calls/missed-calls.ts'
import { createQueuePositions } from '../features/calls/queue-positions.ts'
import { createRecordingPermission } from '../features/calls/recording-permission.ts'
import { transferCommands } from '../features/calls/transfer-commands.ts'
import type { TeamMembers, TeamOfCaller } from '../features/calls/call-teams.ts'
import { createTransfers, type TransferDeps } from '../features/calls/transfers.ts'
import { createStartLimit } from '../features/calls/start-limit.ts'
import type { FanOut } from '../realtime/fan-out.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Desks for features composed before calls: who can be given work. */
export function composeDeskStates({ db, clock, presence }: Infrastructure) {
  const states = (trx: Database | Transaction, agentIds: string[]) =>
    deskStates(trx, agentIds, timestamp(clock()))
  return {
    states,
    /** Whether the agent is connected and not away. */
    isPresent: async (organizationId: string, agentId: string): Promise<boolean> =>
      presence.agents.isOnline(organizationId, agentId) &&
      (await states(db, [agentId])).get(agentId)?.away !== true,
  }
}

export interface CallPorts {
  log: EventLog
  agents: Pick<CallListDeps, 'facesOf' | 'listAgents'> &
    Pick<TransferDeps, 'agentExists'> & {
      authorizeAgent: AuthorizeAgent
      faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
      whenRemoved: (release: (organizationId: string, agentId: string) => Promise<void>) => void
    }
  apiKeys: { authorizeAccess: AuthorizeAccess }
  providers: { findProvider: (providerId: string) => Promise<{ calls: CallSettings } | undefined> }
  customers: Pick<CallCommandDeps, 'createCustomer'> & {
    brief: CallStartDeps['customerBrief']
    find: (organizationId: string, id: string) => Promise<{ private_agent_id: string | null } | undefined>
  }
  conversations: {
    openConversation: (db: Database | Transaction, customerId: string) => Promise<string | null>
    openTeam: (db: Database | Transaction, customerId: string) => Promise<string | null>
    lifecycle: {
      assignOpen: (tx: LogTransaction, head: LogHead, agentId: string, actor: Actor) => Promise<void>
    }
  }
  recordingFiles: CallListDeps['recordings']
  teams: { callMembers: TeamMembers }
  teamDirectory: {
    firstTeam: (
      db: Database | Transaction,
      organizationId: string,
      providerId: string,
    ) => Promise<{ id: string } | null>
  }
  businessHours: { outside: (organizationId: string, providerId: string) => Promise<object | null> }
  realtime: Pick<CallCommandDeps, 'joinNewCustomer'> & { fanOut: FanOut }
}

/** Calls: their rules, the agents' desks, signaling between the two browsers, and deadlines. */
export function composeCalls(infra: Infrastructure, ports: CallPorts) {
  const { bus, clock, config, db, lifecycle, metrics, presence, secrets } = infra
  const { log, agents, apiKeys, providers, customers, recordingFiles, realtime, businessHours } = ports
  const { openConversation, lifecycle: conversations } = ports.conversations
  const { agentExists, faceOf, facesOf, listAgents, authorizeAgent } = agents
  const onError = infra.logErrors('calls')
  const onlineOf = presence.customers.online

  const networkKey = secrets.key('networks of callers')

  const ice = createIce({ config: config.ice, clock })
  const events = createCallEvents({ bus })
  const alarm = createAlarm(clock)
  const findKey = createCallKeys(db)
  const shared = { db, bus, clock, log, events, findKey, openConversation, actAt: alarm.at, onError }
  const teamMembers = ports.teams.callMembers
  const teamOfCaller: TeamOfCaller = async (trx, { organizationId, providerId, customerId }) =>
    (customerId === null ? null : await ports.conversations.openTeam(trx, customerId)) ??
    (await ports.teamDirectory.firstTeam(trx, organizationId, providerId))?.id ??
    null
  const matching = createMatching({
    ...shared,
    teamMembers,
    onOffer: () => metrics.callOffers.inc({ outcome: 'ringing' }),
  })
  const changes = createCallChanges({
    ...shared,
    matching,
    teamMembers,
    followCall: (tx, head, { agentId, by }) =>
      conversations.assignOpen(tx, head, agentId, { type: 'agent', id: by }),
    onOfferEnd: (outcome) => metrics.callOffers.inc({ outcome }),
    onEnd: ({ status, reason }) => metrics.calls.inc({ status: status ?? '', reason: reason ?? '' }),
  })
  const views = createCallViews({ ...shared, faceOf, onlineOf, iceServers: ice.forCall })
  const calls = createCalls({
    ...shared,
    matching,
    changes,
    customerBrief: customers.brief,
    teamMembers,
    teamOfCaller,
  })
  const desks = createDesks({ ...shared, matching, changes, views })
  agents.whenRemoved(desks.release)
  const transfers = createTransfers({
    ...shared,
    changes,
    changeOwn: calls.changeOwn,
    agentExists,
    teamMembers,
  })
  const signaling = createCallSignaling({ bus })
  const talks = createCallSignaling({ bus })
  const positions = createQueuePositions()
  const pushes = createCallPushes({ ...shared, fanOut: realtime.fanOut, signaling, desks, views, positions })
  const deadlines = createDeadlines({ ...shared, alarm, changes, desks, matching })
  const lists = createCallLists({ db, clock, facesOf, listAgents, onlineOf, recordings: recordingFiles })
  const missed = createMissedCalls({ db })
  const callBacks = createCallBacks({
    ...shared,
    onlineOf,
    onChange: (organizationId) => announceChange(bus, organizationId, 'calls'),
  })
  const barredCallers = createBarredCallers({ db, changes, callBacks })
  const liveCall = batchLookups((customerIds: string[]) => liveCallsOf(db, customerIds), 100)
  const dedicatedAgent = async (organizationId: string, customerId: string) =>
    (await customers.find(organizationId, customerId))?.private_agent_id ?? null
  const settingsOf = async (providerId: string) => (await providers.findProvider(providerId))?.calls

  /** Resolves once background work has finished. */
  async function settled(): Promise<void> {
    await desks.settled()
    await matching.settled()
  }

  lifecycle.onStop(events.close)
  lifecycle.onStop(signaling.close)
  lifecycle.onStop(talks.close)
  lifecycle.onStop(pushes.close)
  lifecycle.onStop(settled)
  lifecycle.onStop(matching.close)
  lifecycle.onStop(deadlines.stop)
  // The hint ends the call at once; the consumer guarantees it.
  lifecycle.onStop(
    bus.subscribe('log', ({ customer_id: customerId, entries }) => {
      if (entries?.some(barsCustomer)) void barredCallers.endAllOf([customerId]).catch(onError)
    }),
  )
  lifecycle.onStart(deadlines.start)
  lifecycle.onStart(pushes.start)

  const commands = callCommands({
    calls,
    callBacks,
    desks,
    signaling,
    talks,
    views,
    positions,
    settingsOf,
    checkAvailability: (...asked) =>
      checkAvailability({ db, clock, teamMembers, teamOfCaller, dedicatedAgent }, ...asked),
    isClosed: async (...widget) => (await businessHours.outside(...widget)) !== null,
    createCustomer: customers.createCustomer,
    joinNewCustomer: realtime.joinNewCustomer,
    hashNetwork: (network) => hmac(networkKey, network),
    limitStarts: createStartLimit(infra.rateLimits),
  })
  return defineFeature({
    widget: commands.widget,
    agent: { ...commands.agent, ...transferCommands({ db, transfers, signaling, talks, views }) },
    ...createRecordingPermission({ db, clock }),
    ofCustomer: (query: Pick<CallQuery, 'organizationId' | 'max' | 'after'> & { customerId: string }) =>
      lists.list(
        { ...query, state: undefined, status: undefined, agentId: undefined, sort: 'DESC' },
        'agent',
      ),
    offering: async (providerId: string) => offeringOf(await settingsOf(providerId)),
    async liveCall(customerId: string): Promise<ConnectResult['call']> {
      const call = await liveCall(customerId)
      if (!call) return null
      pushes.shownAtConnect(call)
      return views.view(call)
    },
    /** Handles everything that is due, for tests with a clock. */
    sweep: deadlines.sweep,
    sendPositions: pushes.sendPositions,
    agentDesks: lists.desks,
    liveCounts: (organizationId: string) => liveCallCounts(db, organizationId),
    settled,
    consumers: [barredCallers.consumer],
    routes(http) {
      callRoutes(http, {
        lists,
        missed,
        authorize: apiKeys.authorizeAccess,
        authorizeAgent,
        onChange: (organizationId) => announceChange(bus, organizationId, 'calls'),
      })
      callBackRoutes(http, { callBacks, authorizeAgent })
      iceRoutes(http, { ice, authorizeAgent })
    },
    /** Stops offering calls at this process. Open offers wait until the panel reconnects to another process, or expire. */
    beforeDrain: desks.stop,
  })
}
