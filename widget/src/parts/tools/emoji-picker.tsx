import { useLayoutEffect, useRef } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { emojiGroups } from './emoji.ts'
import { useOutside } from '../../chat/use-outside.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

const perRow = 8
const maxRecent = 8

/** A grid of emoji with arrow keys; Escape closes it. The accessible name of a button is its emoji. */
export function EmojiPicker(props: {
  onPick(emoji: string): void
  /** Escape was pressed: restore the focus. */
  onClose(): void
  /** The focus or pointer has moved elsewhere. */
  onLeave(): void
}) {
  const { onPick, onClose, onLeave } = props
  const { preferences, direction } = useChat()
  const t = useToolsMessages()
  const ready = t !== null
  const grid = useRef<HTMLDivElement>(null)
  const buttons = () => [...(grid.current?.querySelectorAll('button') ?? [])]
  // Before the first paint, so that Escape works as soon as the dialog is visible.
  useLayoutEffect(() => buttons()[0]?.focus(), [ready])
  useOutside(grid, ready, onLeave)
  if (!t) return null

  const remembered: unknown = preferences.read().emoji
  const recent = Array.isArray(remembered) ? remembered.filter((emoji) => typeof emoji === 'string') : []
  const groups = [
    ...(recent.length ? [[m.recent, recent] as const] : []),
    ...emojiGroups.map(([group, emoji]) => [group, emoji.split(' ')] as const),
  ]

  const pick = (emoji: string) => {
    preferences.change({ emoji: [emoji, ...recent.filter((other) => other !== emoji)].slice(0, maxRecent) })
    onPick(emoji)
  }
  const walk = (event: KeyboardEvent) => {
    const rightwards = direction === 'rtl' ? -1 : 1
    const step = { ArrowRight: rightwards, ArrowLeft: -rightwards, ArrowDown: perRow, ArrowUp: -perRow }[
      event.key
    ]
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (step) {
      event.preventDefault()
      const all = buttons()
      all[all.indexOf(event.target as HTMLButtonElement) + step]?.focus()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of the grid
    <div ref={grid} class="emoji" role="dialog" aria-label={t(m.emoji)} onKeyDown={walk}>
      {groups.map(([group, emoji], groupIndex) => (
        <div key={group} role="group" aria-label={t(group)}>
          <div class="emoji-title" aria-hidden="true">
            {t(group)}
          </div>
          <div class="emoji-grid">
            {emoji.map((one, index) => (
              <button
                key={one}
                type="button"
                tabIndex={groupIndex + index === 0 ? 0 : -1}
                onClick={() => pick(one)}
              >
                {one}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
