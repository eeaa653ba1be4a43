import type { Bus } from '../../core/bus.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
import type { FanOut } from '../../realtime/fan-out.ts'
import { notificationFrame } from '../../realtime/frames.ts'
import type { CallLines } from './call-lines.ts'
import type { Pictures } from './call-pictures.ts'
import { findWaiting, queuePlaces } from './call-store.ts'
import type { Database } from '../../core/database.ts'
import type { Desks } from './desks.ts'
import type { QueuePlaces } from './queue-places.ts'

/** Places in the queue are told at most this often, in milliseconds. */
const placesEvery = 5000
const placesAtOnce = 100

/**
 * Says to the sockets of this process how things are, whenever they hear that something has changed: one read after the
 * other for each call and each desk, so that no older picture comes after a newer one.
 */
export function createCallPushes(deps: {
  db: Database
  bus: Bus
  fanOut: Pick<FanOut, 'tellCustomer' | 'hasCustomer'>
  lines: CallLines
  desks: Pick<Desks, 'panelsOf'>
  pictures: Pictures
  places: QueuePlaces
  onSurprise: (error: unknown) => void
}) {
  const { fanOut, lines, desks, pictures, places } = deps
  const callPushes = coalesceRuns(async (callId: string) => {
    const found = await pictures.ofCall(callId)
    if (!found) return
    const { call, view } = found
    if (fanOut.hasCustomer(call.customer_id)) places.note(view, call.organization_id)
    else places.forget(callId)
    const frame = notificationFrame('call', view)
    fanOut.tellCustomer(call.customer_id, frame)
    lines.of(callId, 'agent')?.session.sendText(frame)
    lines.keep(call)
  }, deps.onSurprise)

  const deskPushes = coalesceRuns(async (agentId: string) => {
    if (desks.panelsOf(agentId).length === 0) return
    const frame = notificationFrame('desk', await pictures.desk(agentId))
    for (const session of desks.panelsOf(agentId)) session.sendText(frame)
  }, deps.onSurprise)

  const stop = deps.bus.subscribe('calls', ({ calls, agents }) => {
    // What rings comes first: the connection that has just written it is the next that is taken.
    for (const agentId of agents) if (desks.panelsOf(agentId).length > 0) void deskPushes.trigger(agentId)
    for (const { id, customer_id: customerId } of calls) {
      if (fanOut.hasCustomer(customerId) || lines.of(id, 'agent')) void callPushes.trigger(id)
    }
  })

  /** Who has moved up in the queue hears it. */
  async function tellPlaces(): Promise<void> {
    const told = places.all()
    if (told.length === 0) return
    const organizations = new Set(told.map(([, { organizationId }]) => organizationId))
    const found = new Map(
      (await queuePlaces(deps.db, [...organizations])).map(({ id, place }) => [id, place]),
    )
    for (const [callId] of told) if (!found.has(callId)) places.forget(callId)
    const moved = told.flatMap(([callId, { place }]) => {
      const here = found.get(callId)
      return here === undefined || here === place ? [] : callId
    })
    // One read for many: by themselves a thousand who wait would keep everybody else from the database for a second. A picture
    // that is overtaken meanwhile carries an older revision, and is passed over.
    for (let from = 0; from < moved.length; from += placesAtOnce) {
      for (const call of await findWaiting(deps.db, moved.slice(from, from + placesAtOnce))) {
        const view = await pictures.view(call, found.get(call.id))
        places.note(view, call.organization_id)
        fanOut.tellCustomer(call.customer_id, notificationFrame('call', view))
      }
    }
  }

  let timer: NodeJS.Timeout | undefined

  return {
    tellPlaces,
    start(): void {
      timer ??= setInterval(() => void tellPlaces().catch(deps.onSurprise), placesEvery)
    },
    close() {
      clearInterval(timer)
      stop()
    },
  }
}
