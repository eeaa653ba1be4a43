import type { Language } from '@parley/protocol/provider'
import type { TeamStatus } from '@parley/protocol/session'
import { useRef, useState } from 'preact/hooks'
import { languages } from '../language.ts'
import { useChat, useStore } from './chat-context.ts'
import { Face } from './face.tsx'
import { IconButton } from './icon.tsx'
import { replyTime } from './reply-time.ts'
import { useOutside } from './use-outside.ts'
import type { Words } from './words.ts'

interface HeaderProps {
  onClose(): void
  onClear(): void
  onLanguage(language: Language): void
}

export function ChatHeader(props: HeaderProps) {
  const { session, settings, words } = useChat()
  const team = useStore(session.team)
  const agent = useStore(session.timeline).conversation?.agent
  const faces = [...(agent ? [agent] : []), ...(team?.agents ?? []).filter(({ id }) => id !== agent?.id)]

  return (
    <header class="header">
      {faces.length > 0 && (
        <div class="faces">
          {faces.slice(0, 3).map((face) => (
            <Face key={face.id} agent={face} />
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
              <i class={team.online ? 'dot online' : 'dot'} />
              {presenceOf(team, words)}
            </>
          )}
        </div>
      </div>
      <Menu {...props} />
      <IconButton icon="close" name={words.say('closeChat')} onClick={props.onClose} />
    </header>
  )
}

/** Whether somebody is there, and how soon an answer comes as a rule. */
function presenceOf(team: TeamStatus, words: Words): string {
  if (!team.online) return words.say('away')
  const seconds = team.typical_response_seconds
  return seconds === null ? words.say('online') : replyTime(seconds, words)
}

/** A disclosure with ordinary controls in it: each is known to every keyboard and screen reader. */
function Menu({ onClear, onLanguage }: HeaderProps) {
  const { preferences, words } = useChat()
  const [open, setOpen] = useState(false)
  const [sound, setSound] = useState(() => !preferences.read().muted)
  const box = useRef<HTMLDivElement>(null)

  useOutside(box, open, () => setOpen(false))

  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
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
      <IconButton icon="menu" name={words.say('menu')} expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div class="menu-panel" role="group" aria-label={words.say('menu')}>
          <label class="menu-row">
            {words.say('language')}
            <select
              value={words.language}
              onChange={(event) => onLanguage(event.currentTarget.value as Language)}
            >
              {languages.map((language) => (
                <option key={language} value={language} lang={language}>
                  {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
                </option>
              ))}
            </select>
          </label>
          <label class="menu-row">
            {words.say('sound')}
            <input
              type="checkbox"
              checked={sound}
              onChange={(event) => {
                setSound(event.currentTarget.checked)
                preferences.change({ muted: !event.currentTarget.checked })
              }}
            />
          </label>
          <button
            type="button"
            class="menu-row danger"
            onClick={() => {
              close()
              onClear()
            }}
          >
            {words.say('clearChat')}
          </button>
        </div>
      )}
    </div>
  )
}
