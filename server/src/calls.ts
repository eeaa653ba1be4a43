import type { AgentFace } from '@parley/protocol/agent'
import type { IceServer } from '@parley/protocol/call'
import type { CallSettings } from '@parley/protocol/call-settings'
import type { ConnectResult } from '@parley/protocol/session'
import type { Bus } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import type { DatabaseHandle, Database, Transaction } from './core/database.ts'
import type { EventLog } from './core/event-log.ts'
import { gather } from './core/gather.ts'
import type { Metrics } from './core/metrics.ts'
import type { Http } from './core/http.ts'
import { announceChange } from './core/organization-changes.ts'
import type { AuthorizeAccess, AuthorizeAgent } from './core/permissions.ts'
import { createCallLists, type CallListDeps } from './features/calls/call-lists.ts'
import { callRoutes } from './features/calls/call-routes.ts'
import { barsCustomer, createBarredCallers } from './features/calls/barred-callers.ts'
import { createRecordingPermission } from './features/calls/recording-permission.ts'
import { createCallChanges } from './features/calls/call-changes.ts'
import { callCommands, offeringOf, type CallCommandDeps } from './features/calls/call-commands.ts'
import { createAlarm, createDeadlines } from './features/calls/call-deadlines.ts'
import { createCallLines } from './features/calls/call-lines.ts'
import { createCallNews } from './features/calls/call-news.ts'
import { createPictures } from './features/calls/call-pictures.ts'
import { createCallPushes } from './features/calls/call-pushes.ts'
import { liveCallsOf } from './features/calls/call-store.ts'
import { createCalls, type CallRuleDeps } from './features/calls/calls.ts'
import { createDesks } from './features/calls/desks.ts'
import { createMatching } from './features/calls/matching.ts'
import { createMissedCalls } from './features/calls/missed-calls.ts'
import { createQueuePlaces } from './features/calls/queue-places.ts'
import { createStartLimit } from './features/calls/start-limit.ts'
import type { FanOut } from './realtime/fan-out.ts'

export interface CallsDeps {
  database: DatabaseHandle
  bus: Bus
  clock: Clock
  log: EventLog
  fanOut: FanOut
  metrics: Metrics
  http: Http
  authorizeAgent: AuthorizeAgent
  /** For those addresses that programs of the organization may ask, too. */
  authorize: AuthorizeAccess
  facesOf: CallListDeps['facesOf']
  recordings: CallListDeps['recordings']
  faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
  isOnline: (organizationId: string, customerId: string) => boolean
  findProvider: (providerId: string) => Promise<{ calls: CallSettings } | undefined>
  customerBrief: CallRuleDeps['customerBrief']
  openConversation: (db: Database | Transaction, customerId: string) => Promise<string | null>
  createCustomer: CallCommandDeps['createCustomer']
  joinNewCustomer: CallCommandDeps['joinNewCustomer']
  /** Credentials for one call (SPEC C11). */
  iceServers: (call: { id: string; maxSeconds: number }) => IceServer[]
  onSurprise: (error: unknown) => void
}

/** Calls: their rules, the agents' desks, the ways between the two browsers, and the looks at what is due. */
export function composeCalls(deps: CallsDeps) {
  const { bus, clock, log, metrics, openConversation, onSurprise } = deps
  const { db } = deps.database
  const news = createCallNews({ bus })
  const alarm = createAlarm(clock)
  const actAt = alarm.at
  const matching = createMatching({
    db,
    log,
    clock,
    news,
    actAt,
    onOffer: () => metrics.callOffers.inc({ outcome: 'ringing' }),
    onSurprise,
  })
  const changes = createCallChanges({
    log,
    news,
    matching,
    actAt,
    openConversation,
    onOfferEnd: (outcome) => metrics.callOffers.inc({ outcome }),
    onEnd: ({ status, reason }) => metrics.calls.inc({ status: status ?? '', reason: reason ?? '' }),
  })
  const pictures = createPictures({
    db,
    clock,
    faceOf: deps.faceOf,
    isOnline: deps.isOnline,
    openConversation,
    iceServers: deps.iceServers,
  })
  const calls = createCalls({
    db,
    log,
    clock,
    news,
    matching,
    changes,
    actAt,
    openConversation,
    customerBrief: deps.customerBrief,
  })
  const desks = createDesks({ db, clock, news, matching, changes, pictures, actAt, onSurprise })
  const lines = createCallLines({ bus })
  const places = createQueuePlaces()
  const pushes = createCallPushes({
    db,
    bus,
    fanOut: deps.fanOut,
    lines,
    desks,
    pictures,
    places,
    onSurprise,
  })
  const deadlines = createDeadlines({ db, clock, alarm, changes, desks, matching, news, onSurprise })
  const settingsOf = async (providerId: string) => (await deps.findProvider(providerId))?.calls
  const lists = createCallLists({
    db,
    clock,
    facesOf: deps.facesOf,
    isOnline: deps.isOnline,
    recordings: deps.recordings,
  })
  callRoutes(deps.http, {
    lists,
    missed: createMissedCalls({ db }),
    authorize: deps.authorize,
    authorizeAgent: deps.authorizeAgent,
    onChange: (organizationId) => announceChange(bus, organizationId, 'calls'),
  })
  const liveCall = gather((customerIds: string[]) => liveCallsOf(db, customerIds), 100)

  const barredCallers = createBarredCallers({ db, changes })
  // At once where the hint arrives; the consumer makes sure of it.
  const stopWatching = bus.subscribe('log', ({ customer_id: customerId, entries }) => {
    if (entries?.some(barsCustomer)) void barredCallers.endCallsOf([customerId]).catch(onSurprise)
  })

  /** What has begun by itself is done. */
  async function settled(): Promise<void> {
    await desks.settled()
    await matching.settled()
  }

  return {
    ...callCommands({
      calls,
      desks,
      lines,
      pictures,
      places,
      settingsOf,
      createCustomer: deps.createCustomer,
      joinNewCustomer: deps.joinNewCustomer,
      limitStarts: createStartLimit(clock),
    }),
    ...createRecordingPermission({ db, clock }),
    offering: async (providerId: string) => offeringOf(await settingsOf(providerId)),
    async liveCall(customerId: string): Promise<ConnectResult['call']> {
      const call = await liveCall(customerId)
      return call ? pictures.view(call) : null
    },
    logConsumers: [barredCallers.consumer],
    releaseAgent: desks.release,
    /** Everything that is due, at once. */
    look: deadlines.look,
    tellPlaces: pushes.tellPlaces,
    /** Looks and pushes by itself from now on. */
    start(): void {
      deadlines.start()
      pushes.start()
    },
    settled,
    /** Before the sockets are told to come back. */
    stopRinging: desks.stop,
    async close(): Promise<void> {
      stopWatching()
      await deadlines.stop()
      matching.close()
      await settled()
      pushes.close()
      lines.close()
      news.close()
    },
  }
}
