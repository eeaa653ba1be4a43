import type { TeamStatus } from '@parley/protocol/session'
import { useRef, useState } from 'preact/hooks'
import type { MenuPanelProps } from '../parts/tools/menu-panel.tsx'
import { useChat, useStore, type ChatContext } from './chat-context.ts'
import { Avatar } from './avatar.tsx'
import { IconButton } from './icon.tsx'
import { replyTime } from './reply-time.ts'
import { useOutside } from './use-outside.ts'
import { m } from '../messages/keys.ts'

interface HeaderProps extends MenuPanelProps {
  onClose(): void
}

export function ChatHeader(props: HeaderProps) {
  const chat = useChat()
  const { session, settings, t, parts } = chat
  const team = useStore(session.team)
  const entered = useStore(session.entered)
  const { conversation, blocked } = useStore(session.timeline)
  const service = useStore(parts.service)
  const closed = team?.closed
  const agent = conversation?.agent
  const faces = [...(agent ? [agent] : []), ...(team?.agents ?? []).filter(({ id }) => id !== agent?.id)]

  return (
    // No <header>: it would add a second banner landmark to the page.
    <div class="header">
      {faces.length > 0 && (
        <div class="faces">
          {faces.slice(0, 3).map((face) => (
            <Avatar key={face.id} agent={face} />
          ))}
        </div>
      )}
      <div class="about">
        <div class="title">
          <bdi>{settings.appearance.title}</bdi>
        </div>
        <div class="status">
          {team && (
            <>
              <i class={team.online && !closed ? 'dot online' : 'dot'} />
              {closed && service ? <service.Opening closed={closed} /> : presenceOf(team, t)}
            </>
          )}
        </div>
      </div>
      {entered?.calls && !blocked && !closed && (
        <IconButton
          icon="phone"
          name={t(m.startCall)}
          onNear={() => parts.call.use()}
          onClick={() => parts.call.use((part) => part.beginCall(chat))}
        />
      )}
      <Menu {...props} />
      <IconButton icon="close" name={t(m.closeChat)} onClick={props.onClose} />
    </div>
  )
}

/** Whether the team is online, with its typical reply time. */
function presenceOf(team: TeamStatus, t: ChatContext['t']): string {
  if (team.closed || !team.online) return t(m.away)
  const seconds = team.typical_response_seconds
  return seconds === null ? t(m.online) : replyTime(seconds, t)
}

/** The menu button shows the avatar of a signed-in member. */
function Menu(props: MenuPanelProps) {
  const { session, t, parts } = useChat()
  const [open, setOpen] = useState(false)
  const tools = useStore(parts.tools)
  const member = useStore(session.member)
  const box = useRef<HTMLDivElement>(null)

  useOutside(box, open, () => setOpen(false))

  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const thenClose = (act: () => void) => () => {
    close()
    act()
  }
  const name = member?.name ?? member?.email
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what is inside
    <div
      ref={box}
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        close()
      }}
    >
      <IconButton
        icon="menu"
        name={name ? `${t(m.menu)}, ${name}` : t(m.menu)}
        expanded={open}
        onNear={parts.fetchTools}
        onClick={() => setOpen(!open)}
      >
        {name && <Avatar agent={{ id: name, name, avatar_url: member?.avatar_url ?? null }} />}
      </IconButton>
      {open && tools && (
        <tools.MenuPanel
          onLanguage={props.onLanguage}
          onClear={thenClose(props.onClear)}
          onLogin={thenClose(props.onLogin)}
          onCloseAccount={thenClose(props.onCloseAccount)}
        />
      )}
    </div>
  )
}
