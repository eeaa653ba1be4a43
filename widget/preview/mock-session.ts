import { createStore } from '@parley/client/state/store'
import { browser } from '@parley/client/browser/platform'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { TimelineItem, TimelineView } from '@parley/client/timeline/timeline-view'
import type { Identity } from '@parley/client/session/identity-session'
import type { Upload, UploadState } from '@parley/client/sending/upload'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { AgentFace } from '@parley/protocol/agent'
import type { CallOffering } from '@parley/protocol/call-settings'
import type { Media } from '@parley/protocol/media'
import type { ConnectResult, SessionMember, TeamStatus } from '@parley/protocol/session'

export const anna: AgentFace = {
  id: '0198c0de-0000-7000-8000-00000000a11a',
  name: 'Anna Lindqvist',
  avatar_url: null,
}
const mehmet: AgentFace = {
  id: '0198c0de-0000-7000-8000-00000000b0bb',
  name: 'Mehmet Kaya',
  avatar_url: null,
}
const grace: SessionMember = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  avatar_url: null,
  auth_provider: 'github',
  expires_at: null,
  ignored_claims: [],
}
const start = Date.now() - 26 * 3_600_000

export type MockState = 'talk' | 'member' | 'empty' | 'loading' | 'blocked' | 'refused' | 'away'

/** A static session: sending appends a message, and nothing is answered. */
export function openMockSession(
  state: MockState,
  offering: CallOffering | null = null,
): WidgetSession & { say(text: string): void } {
  const timeline = createStore<TimelineView>(viewOf(state))
  const team: TeamStatus = {
    online: state !== 'away',
    agents: state === 'away' ? [] : [anna, mehmet],
    typical_response_seconds: 240,
    closed: null,
  }
  const member = state === 'member' ? grace : null
  let count = 0

  function change(change: Partial<TimelineView>): void {
    timeline.set({ ...timeline.get(), ...change })
  }

  return {
    state: createStore(
      state === 'refused' ? { name: 'refused', code: 'origin_not_allowed' } : { name: 'ready' },
    ),
    platform: browser,
    request: async () => ({ ok: false, code: 'disconnected' }),
    notify: () => {},
    on: () => {},
    serverNow: () => Date.now(),
    entered: createStore<ConnectResult | null>(enteredAs(team, offering)),
    timeline,
    team: createStore<TeamStatus | null>(state === 'loading' ? null : team),
    typers: createStore(state === 'talk' ? [{ agent: anna }] : []),
    keyStorage: createStore<'loading' | 'stored' | 'memory'>('stored'),
    identity: createStore<Identity | null>(member ? 'github 1' : 'visitor'),
    isLive: () => true,
    member: createStore<SessionMember | null>(member),
    language: createStore<string | null>(null),
    signIn: () => {},
    retrySignIn: () => {},
    logout: () => {},
    redeemLogin: async () => ({ ok: false, code: 'disconnected' }),
    closeAccount: async () => ({ ok: false, code: 'disconnected' }),
    chooseLanguage: async () => ({ ok: true, value: {} }),
    say(text) {
      const { items } = timeline.get()
      change({
        items: [...items, message(items.length * 2 + 100, text, { at: Date.now(), from: anna })],
        unread: 1,
      })
    },
    send({ content, media = [], reply_to_id = null }) {
      const pending: PendingMessage = {
        client_id: `pending-${count++}`,
        customer_id: null,
        content,
        reply_to_id,
        media,
        created_at: new Date().toISOString(),
        state: { name: 'sending' },
      }
      change({ pending: [...timeline.get().pending, pending] })
      return { ok: true, clientId: pending.client_id }
    },
    retry: () => {},
    discard: (id) => change({ pending: timeline.get().pending.filter(({ client_id }) => client_id !== id) }),
    async loadOlder() {
      change({ older: 'loading' })
      await new Promise((resolve) => setTimeout(resolve, 300))
      const { items } = timeline.get()
      const first = items[0]?.seq ?? 0
      const older = Array.from({ length: 20 }, (_, index) =>
        message(first - 20 + index, `Earlier message ${first - 20 + index}`, {
          at: start + (first - 20 + index) * 20_000,
          from: index % 3 ? anna : null,
        }),
      )
      change({ older: 'idle', items: [...older, ...items], more: first > -200 })
    },
    async clear() {
      change({ items: [], pending: [], more: false })
      return { ok: true, value: { seq: 0 } }
    },
    typing: () => {},
    markRead: () => change({ unread: 0 }),
    upload: (file) => mockUpload(file),
    refreshLinks: async () => ({ ok: true, value: { media: [] } }),
    retryNow: () => {},
    close: () => {},
  }
}

const enteredAs = (team: TeamStatus, calls: CallOffering | null): ConnectResult => ({
  customer_id: null,
  member: null,
  language: null,
  seq: 0,
  blocked: false,
  conversation: null,
  receipts: { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } },
  calls,
  survey: false,
  context: false,
  call: null,
  team,
  start: { mode: 'resume' },
})

function mockUpload(file: File): Upload {
  const state = createStore<UploadState>(
    file.size > 2e6
      ? { name: 'failed', code: file.size > 4e6 ? 'media_too_large' : 'network', retryable: file.size <= 4e6 }
      : { name: 'uploading', progress: 0.4 },
  )
  return {
    id: file.name,
    file,
    state,
    abort: () => {},
    retry: () => state.set({ name: 'uploading', progress: 0 }),
  }
}

function viewOf(state: MockState): TimelineView {
  const talking = state === 'talk' || state === 'member' || state === 'blocked'
  return {
    status: { name: state === 'loading' || state === 'refused' ? 'loading' : 'ready' },
    customerId: null,
    seq: 40,
    items: talking ? talk() : [],
    changes: [],
    pending: state === 'talk' ? [failed] : [],
    more: talking,
    older: 'idle',
    receipts: { customer: { delivered: 30, read: 30 }, agents: { delivered: 32, read: 12 } },
    conversation: null,
    blocked: state === 'blocked',
    unread: 0,
  }
}

const failed: PendingMessage = {
  client_id: 'failed',
  customer_id: null,
  content: 'And can you change the address?',
  reply_to_id: null,
  media: [],
  created_at: new Date().toISOString(),
  state: { name: 'failed', code: 'rate_limited' },
}

function talk(): TimelineItem[] {
  const today = Date.now() - 12 * 60_000
  return [
    message(1, 'Hello, my parcel has not come yet. Order 10482.', { at: start, from: null }),
    message(2, 'I waited all day.', { at: start + 8_000, from: null }),
    {
      kind: 'line',
      key: 'l3',
      seq: 3,
      created_at: '',
      conversation_id: null,
      event: 'assigned',
      agent: anna,
    },
    message(4, 'Sorry to hear that! Let me look: https://track.example/p/10482 (it is on its way).', {
      at: start + 60_000,
      from: anna,
    }),
    message(5, 'It should be with you tomorrow before noon.', { at: start + 65_000, from: anna }),
    message(12, '👍🎉', { at: start + 140_000, from: null }),
    message(20, 'مرحبا، هذه رسالة بالعربية with some English.', { at: today, from: mehmet }),
    message(21, 'Here is the picture of the box', {
      at: today + 70_000,
      from: null,
      media: [image(640, 480)],
    }),
    message(22, 'This is the delivery note.', {
      at: today + 200_000,
      from: mehmet,
      replyTo: 'm21',
      media: [
        {
          ...image(0, 0),
          id: 'file',
          name: 'delivery-note-10482-with-a-very-long-name.pdf',
          mime: 'application/pdf',
        },
      ],
    }),
    message(32, 'Thank you, that helps a lot. I will be at home.\nUntil then!', {
      at: today + 260_000,
      from: null,
      replyTo: 'm4',
    }),
  ]
}

interface Telling {
  at: number
  from: AgentFace | null
  media?: Media[]
  replyTo?: string
}

function message(seq: number, content: string, { at, from, media = [], replyTo }: Telling): TimelineItem {
  return {
    kind: 'message',
    key: `m${seq}`,
    seq,
    message: {
      id: `m${seq}`,
      seq,
      conversation_id: 'c1',
      client_id: `c${seq}`,
      sender_type: from ? 'agent' : 'customer',
      sender_agent: from,
      content,
      reply_to_id: replyTo ?? null,
      media,
      deleted_by_customer_at: null,
      created_at: new Date(at).toISOString(),
    },
  }
}

function image(width: number, height: number): Media {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"><rect width="640" height="480" fill="#c9b79c"/><path d="M140 160 320 90l180 70v190l-180 70-180-70z" fill="#a9855a"/><path d="m140 160 180 70 180-70M320 230v190" stroke="#7d5f3c" stroke-width="8" fill="none"/></svg>`
  const url = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  return { id: 'pic', name: 'box.png', mime: 'image/png', size: 184_320, width, height, url }
}
