import type { Bus } from '../../core/bus/bus.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
import type { FanOut } from '../../realtime/fan-out.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { CallSignaling } from './call-signaling.ts'
import type { CallViews } from './call-views.ts'
import type { CallEvents } from './call-events.ts'
import type { CallRow } from './call-state.ts'
import { findCall, findOver, findWaiting, queuePositions } from './call-store.ts'
import type { Database } from '../../core/database.ts'
import type { Desks } from './desks.ts'
import type { QueuePositions } from './queue-positions.ts'

const positionIntervalMs = 5000
const positionBatchSize = 100
const overBatchSize = 1000
const retryDelayMs = 1000
const gapRetry = 'gap'

/**
 * Pushes the current view of a call or desk to this process's sockets whenever it changes, one at a time per call and per
 * desk, so an older view never follows a newer one. A call is read from the database if another process changed it.
 */
export function createCallPushes(deps: {
  db: Database
  bus: Bus
  events: Pick<CallEvents, 'committedCall'>
  fanOut: Pick<FanOut, 'sendToCustomer' | 'hasCustomer'>
  signaling: CallSignaling
  desks: Pick<Desks, 'panelsOf' | 'agentsWithPanels'>
  views: CallViews
  positions: QueuePositions
  onError: (error: unknown) => void
}) {
  const { fanOut, signaling, desks, views, positions } = deps
  /** The latest revision of each call that is to be pushed. */
  const announced = new Map<string, number>()
  /** Live calls that customers of this process see: call -> customer. Their windows without the call send no keep-alives. */
  const shown = new Map<string, string>()
  /** agent, call or `gapRetry` -> timer */
  const retries = new Map<string, NodeJS.Timeout>()
  let isClosed = false

  async function latest(callId: string): Promise<CallRow | undefined> {
    const revision = announced.get(callId)
    announced.delete(callId)
    const committed = revision === undefined ? undefined : deps.events.committedCall(callId, revision)
    return committed ?? findCall(deps.db, callId)
  }

  async function pushCall(callId: string): Promise<void> {
    const call = await latest(callId)
    if (!call) return void shown.delete(callId)
    const view = await views.forBoth(call)
    if (call.phase === 'over') shown.delete(callId)
    if (fanOut.hasCustomer(call.customer_id)) positions.note(view.customer, call.organization_id)
    else positions.forget(callId)
    fanOut.sendToCustomer(call.customer_id, notificationFrame('call', view.customer))
    signaling.of(callId, 'agent')?.session.sendText(notificationFrame('call', view.agent))
    signaling.prune(call)
  }

  const callPushes = coalesceRuns(async (callId: string) => {
    await pushCall(callId).catch((error: unknown) => {
      retryLater(callId, () => {
        if (isHere(callId)) void callPushes.trigger(callId)
      })
      throw error
    })
  }, deps.onError)

  const isHere = (callId: string) => isShown(callId) || signaling.of(callId, 'agent') !== undefined

  function isShown(callId: string): boolean {
    const customerId = shown.get(callId)
    if (customerId === undefined) return false
    if (fanOut.hasCustomer(customerId)) return true
    shown.delete(callId)
    return false
  }

  /** Pushes the ends that were announced during a gap of the bus. */
  const missedEnds = coalesceRuns(async () => {
    const ids = [...shown.keys()].filter(isShown)
    try {
      for (let from = 0; from < ids.length; from += overBatchSize)
        for (const callId of await findOver(deps.db, ids.slice(from, from + overBatchSize)))
          void callPushes.trigger(callId)
    } catch (error) {
      retryLater(gapRetry, () => void missedEnds.trigger())
      throw error
    }
  }, deps.onError)

  const deskPushes = coalesceRuns(async (agentId: string) => {
    if (desks.panelsOf(agentId).length === 0) return
    const desk = await views.desk(agentId).catch((error: unknown) => {
      retryLater(agentId, () => void deskPushes.trigger(agentId))
      throw error
    })
    const frame = notificationFrame('desk', desk)
    for (const session of desks.panelsOf(agentId)) session.sendText(frame)
  }, deps.onError)

  /** Panels read their desk only when they connect, and so do windows of a customer whose call runs in another window. */
  function retryLater(key: string, run: () => void): void {
    if (isClosed || retries.has(key)) return
    const retry = setTimeout(() => {
      retries.delete(key)
      run()
    }, retryDelayMs)
    retries.set(key, retry)
  }

  const subscriptions = [
    deps.bus.subscribe('calls', ({ calls, agents }) => {
      // Desks first: the agent's phone rings with them, and the connection that wrote the offer is free now.
      for (const agentId of agents) if (desks.panelsOf(agentId).length > 0) void deskPushes.trigger(agentId)
      for (const { id, customer_id: customerId, revision } of calls) {
        shown.set(id, customerId)
        if (!isHere(id)) continue
        announced.set(id, Math.max(revision, announced.get(id) ?? 0))
        void callPushes.trigger(id)
      }
    }),
    // The sides of a call read it again with their next keep-alive.
    deps.bus.onGap(() => {
      void missedEnds.trigger()
      for (const agentId of desks.agentsWithPanels()) void deskPushes.trigger(agentId)
    }),
  ]

  /** Sends callers their new queue position. */
  async function sendPositions(): Promise<void> {
    const sent = positions.all()
    if (sent.length === 0) return
    const organizations = new Set(sent.map(([, { organizationId }]) => organizationId))
    const found = new Map(
      (await queuePositions(deps.db, [...organizations])).map(({ id, position }) => [id, position]),
    )
    for (const [callId] of sent) if (!found.has(callId)) positions.forget(callId)
    const moved = sent.flatMap(([callId, { position }]) => {
      const current = found.get(callId)
      return current === undefined || current === position ? [] : callId
    })
    // Read in batches: a thousand single reads would block the database for a second. A view that is overtaken meanwhile
    // carries an older revision, which clients ignore.
    for (let from = 0; from < moved.length; from += positionBatchSize) {
      for (const call of await findWaiting(deps.db, moved.slice(from, from + positionBatchSize))) {
        const view = await views.view(call, found.get(call.id))
        positions.note(view, call.organization_id)
        fanOut.sendToCustomer(call.customer_id, notificationFrame('call', view))
      }
    }
  }

  let timer: NodeJS.Timeout | undefined

  return {
    /** The customer's window receives this live call with its connect. */
    shownAtConnect: ({ id, customer_id: customerId }: CallRow): unknown => shown.set(id, customerId),
    sendPositions,
    start(): void {
      timer ??= setInterval(() => void sendPositions().catch(deps.onError), positionIntervalMs)
    },
    close() {
      isClosed = true
      clearInterval(timer)
      for (const retry of retries.values()) clearTimeout(retry)
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
