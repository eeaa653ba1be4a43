import { listen, stopAll } from '@parley/client/browser/listen'
import type { Store } from '@parley/client/state/store'
import type { TimelineItem } from '@parley/client/timeline/timeline-view'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { ChatHost } from '../chat-contract.ts'
import type { Preferences } from '../preferences.ts'
import type { ChatContext } from './chat-context.ts'
import { allowChime } from './chime.ts'
import type { Parts } from './parts.ts'
import type { TitleFlash } from '../parts/tools/title-flash.ts'
import { m } from '../messages/keys.ts'

interface AttentionOptions {
  host: ChatHost
  parts: Parts
  session: WidgetSession
  context: Store<ChatContext>
  visible: Store<boolean>
  preferences: { read(): Preferences; change(change: Preferences): void }
}

/**
 * Reports new messages while the chat is not visible: launcher badge, tab title, sound and page events. Also remembers
 * whether the next page should connect without a click.
 *
 * @returns stops all of it
 */
export function watchUnread({
  host,
  parts,
  session,
  context,
  visible,
  preferences,
}: AttentionOptions): () => void {
  let flash: TitleFlash | undefined
  let unread = 0
  /** The last reported position. Infinity before the first snapshot, which is not reported. */
  let told = Infinity
  let active = preferences.read().active ?? false

  const isShown = () => visible.get() && !document.hidden
  const attends = () => isShown() && document.hasFocus()

  function reportNew(): void {
    const view = session.timeline.get()
    // Written before the connection: the next page sends it.
    if (view.pending.length > 0) keepActive(true)
    if (view.status.name !== 'ready') return
    const added = view.items.filter((item) => isNew(item, told))
    // Lower than before in a log that was restored from a backup.
    told = Math.max(view.seq, view.items.at(-1)?.seq ?? 0)
    for (const item of added) announce(item)
    if (added.length && !attends() && !preferences.read().muted) chime(`${host.settings.id}-${told}`)
    count(view.unread)
    keepActive(view.conversation !== null || view.unread > 0 || view.pending.length > 0)
    show()
  }

  function count(next: number): void {
    if (next === unread) return
    unread = next
    host.emit('unread', { count: unread })
  }

  function announce(item: TimelineItem): void {
    if (item.kind !== 'message' || item.message.sender_type === 'customer') return
    const { id, content, sender_type: sender, sender_agent, created_at: createdAt } = item.message
    host.emit('message', { id, content, sender, senderName: sender_agent?.name ?? null, createdAt })
  }

  function keepActive(next: boolean): void {
    if (next === active) return
    active = next
    preferences.change({ active })
  }

  function show(): void {
    const { t } = context.get()
    const waiting = visible.get() ? 0 : unread
    const name = t(visible.get() ? m.closeChat : m.openChat)
    host.launcher(waiting ? `${name}, ${t(m.unread, waiting)}` : name, waiting)
    const unseen = attends() ? 0 : unread
    flash?.show(unseen, t(m.newMessages, unread))
    if (unseen && !flash) {
      parts.tools.use((tools) => {
        flash ??= tools.createTitleFlash()
        show()
      })
    }
  }

  function chime(occasion: string): void {
    const audio = allowChime()
    // Messages also count as read in a window without the focus, where they may not have been seen.
    const isUnseen = () => unread > 0 || (isShown() && !document.hasFocus())
    if (audio) parts.tools.use((tools) => void tools.playChime(occasion, audio, isUnseen))
  }

  const stops = [
    // The timeline of another identity is not reported as new, and is not counted before it is loaded.
    session.identity.subscribe(() => {
      told = Infinity
      count(0)
      show()
    }),
    session.timeline.subscribe(reportNew),
    context.subscribe(show),
    visible.subscribe(show),
    listen(document, 'visibilitychange', show),
    listen(window, 'focus', show),
    listen(window, 'blur', show),
    () => {
      // A flash that is loaded afterwards shows nothing either.
      unread = 0
      flash?.show(0, '')
    },
  ]
  reportNew()
  show()
  return stopAll(...stops)
}

const isNew = (item: TimelineItem, after: number) =>
  item.kind === 'message' &&
  item.seq > after &&
  item.message.sender_type !== 'customer' &&
  !item.message.deleted_at
