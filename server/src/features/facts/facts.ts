import type { CallRecord } from '@parley/protocol/call'
import type { ConversationStarted } from '@parley/protocol/conversation'
import type { Database, Transaction } from '../../core/database.ts'
import { eachGroup, type Pace } from './customer-groups.ts'
import { computeEpisode, type BeforeEpisode, type FactEntry } from './episode.ts'
import { callRow, episodeRows, type OpenTime } from './fact-rows.ts'
import {
  channelsOf,
  customersAfter,
  deleteFacts,
  episodesBefore,
  lockCustomers,
  readSlices,
  replaceFacts,
  staleCustomers,
  staleSlices,
  uncoveredSlices,
  waitForLocks,
  waitLonger,
  type GroupLimit,
  type LogPart,
  type Slice,
} from './fact-store.ts'
import { noFacts, type CallFactRow, type FactRows } from './fact-tables.ts'
import { addMessages } from './open-episodes.ts'
import { earliest, openTimes, recordHours, type OpenSeconds } from './hours-versions.ts'

export interface FactDeps {
  db: Database
  openSeconds: OpenSeconds
}

export interface TouchedEntry {
  customerId: string
  conversationId: string | null
  seq: number
}

/** What one transaction computes. */
const group: GroupLimit = { customers: 200, entries: 50_000 }
/** The same while others wait for the service. */
const smallGroup: GroupLimit = { customers: 50, entries: 2_000 }

export type Facts = ReturnType<typeof createFacts>

/** Computes facts from the log. Everything here may be repeated, and in any order. */
export function createFacts({ db, openSeconds }: FactDeps) {
  /** The episodes that begin in these slices, and calls outside of conversations. The customers must be locked. */
  async function compute(trx: Transaction, slices: Slice[]): Promise<void> {
    if (slices.length === 0) return
    const parts = await readSlices(trx, slices)
    const before = new Map(
      (await episodesBefore(trx, slices)).map((row) => [
        row.conversation_id,
        { teamId: row.team_id, labelIds: row.label_ids },
      ]),
    )
    const channels = await channelsOf(trx, [...new Set(parts.flatMap(providersOf))])
    const since = earliest(parts.flatMap((part) => beginningsIn(part).map((at) => [part.organizationId, at])))
    const openTime = await openTimes(trx, since, openSeconds)
    const rows = parts.map((part) =>
      factsOf(part, {
        before,
        openTimeOf: (teamId) => openTime(part.organizationId, teamId),
        channelOf: (providerId) => channels.get(providerId) ?? 'widget',
      }),
    )
    await replaceFacts(trx, merge(rows))
  }

  return {
    /** Computes the episodes of these entries, in the transaction of the log consumer. */
    async update(trx: Transaction, entries: TouchedEntry[]): Promise<void> {
      await waitForLocks(trx)
      await lockCustomers(trx, [...new Set(entries.map((entry) => entry.customerId))])
      await compute(trx, await uncoveredSlices(trx, entries))
    },

    /** Updates open episodes with new messages, and records changed business hours. */
    async refresh(pace?: Pace): Promise<void> {
      await recordHours(db)
      await eachGroup(
        db,
        {
          begin: waitForLocks,
          next: (after) => staleCustomers(db, after, smallGroup),
          async work(trx, customerIds) {
            const others = await addMessages(trx, customerIds, (since) => openTimes(trx, since, openSeconds))
            await compute(trx, await staleSlices(trx, others))
          },
        },
        pace,
      )
    },

    /** Computes all facts again. Can run beside the service. Returns the number of customers. */
    async rebuild(onProgress: (customers: number) => void = () => {}): Promise<number> {
      let done = 0
      return eachGroup(db, {
        begin: waitLonger,
        next: (after) => customersAfter(db, after, group),
        async work(trx, customerIds) {
          await deleteFacts(trx, customerIds)
          await compute(
            trx,
            customerIds.map((customer_id) => ({ customer_id, from_seq: 1 })),
          )
          done += customerIds.length
          onProgress(done)
        },
      })
    },
  }
}

const providersOf = ({ entries }: LogPart): string[] =>
  entries.flatMap(({ type, data }) =>
    type === 'conversation.started' || type === 'call.ended' || type === 'call.missed'
      ? [(data as { provider_id: string }).provider_id]
      : [],
  )

/** When its episodes and calls begin: a call can begin before its conversation. */
const beginningsIn = ({ entries }: LogPart): number[] =>
  entries.flatMap(({ type, data }) =>
    type === 'conversation.started'
      ? [Date.parse((data as ConversationStarted).started_at)]
      : type === 'call.ended' || type === 'call.missed'
        ? [Date.parse((data as CallRecord).created_at)]
        : [],
  )

interface Context {
  before: ReadonlyMap<string, BeforeEpisode>
  /** Within the hours of a team, or of the organization. */
  openTimeOf: (teamId: string | null) => OpenTime
  channelOf: (providerId: string) => string
}

function factsOf(part: LogPart, { before, openTimeOf, channelOf }: Context): FactRows {
  const facts = noFacts()
  const byConversation = Map.groupBy(part.entries, (entry) => entry.conversationId)
  facts.call_fact.push(
    ...callsOutside(byConversation.get(null) ?? [], part, {
      openTimeOf,
      channelOf,
    }),
  )
  for (const [conversationId, entries] of byConversation) {
    if (conversationId === null) continue
    let previous = before.get(conversationId) ?? null
    const parts = episodesIn(entries)
    for (const [index, ofEpisode] of parts.entries()) {
      const episode = computeEpisode(ofEpisode, previous)
      const next = parts[index + 1]?.[0]
      const rows = episodeRows(episode, {
        organizationId: part.organizationId,
        customerId: part.customerId,
        conversationId,
        channel: channelOf(episode.providerId),
        throughSeq: next === undefined ? part.lastSeq : next.seq - 1,
        openTime: openTimeOf(episode.teamId),
      })
      append(facts, rows)
      previous = episode
    }
  }
  return facts
}

/** The entries of each episode that begins among these. Those before the first beginning belong to an earlier one. */
function episodesIn(entries: FactEntry[]): FactEntry[][] {
  const episodes: FactEntry[][] = []
  for (const entry of entries) {
    if (entry.type === 'conversation.started') episodes.push([entry])
    else episodes.at(-1)?.push(entry)
  }
  return episodes
}

const callsOutside = (
  entries: FactEntry[],
  { organizationId, customerId }: LogPart,
  { openTimeOf, channelOf }: Pick<Context, 'openTimeOf' | 'channelOf'>,
): CallFactRow[] =>
  entries
    .filter(({ type }) => type === 'call.ended' || type === 'call.missed')
    .map(({ data }) => {
      const call = data as CallRecord
      const scope = {
        organization_id: organizationId,
        customer_id: customerId,
        started_seq: null,
        conversation_id: null,
        provider_id: call.provider_id,
        channel: channelOf(call.provider_id),
        team_id: null,
        label_ids: [],
      }
      return callRow(call, scope, openTimeOf(null))
    })

function append(facts: FactRows, rows: FactRows): void {
  facts.episode.push(...rows.episode)
  facts.assignment_span.push(...rows.assignment_span)
  facts.wait_span.push(...rows.wait_span)
  facts.handling.push(...rows.handling)
  facts.call_fact.push(...rows.call_fact)
}

function merge(all: FactRows[]): FactRows {
  const facts = noFacts()
  for (const rows of all) append(facts, rows)
  return facts
}
