import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ClipboardEventHandler, type KeyboardEvent, type RefObject } from 'react'
import type { Agent } from '@parley/protocol/agent'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import classes from './mention-field.module.css'
import { matchingColleagues, mentionQuery } from './mention-text.ts'

interface MentionFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  /** Enter without Shift. */
  onSubmit: () => void
  onEscape: () => void
  onPaste?: ClipboardEventHandler
}

const maxShown = 6

/** A text field that completes `@` with the names of colleagues. */
export function MentionField(props: MentionFieldProps) {
  const { field, value, onChange } = props
  const texts = useTexts().inbox.notes
  const { organization } = useMembership()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** The `@` whose menu was closed with Escape. */
  const [dismissed, setDismissed] = useState<number | null>(null)
  const menu = useId()
  const query = mentionQuery(value, caret)
  const isOpen = query !== null && query.start !== dismissed
  const matches = isOpen ? matchingColleagues(agents, query.query).slice(0, maxShown) : []
  const chosen = matches[Math.min(active, matches.length - 1)]

  const follow = () => {
    setCaret(field.current?.selectionStart ?? 0)
    setActive(0)
  }
  const complete = ({ name }: Agent) => {
    if (query === null) return
    const end = query.start + name.length + 2
    onChange(`${value.slice(0, query.start)}@${name} ${value.slice(caret).trimStart()}`)
    setCaret(end)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (chosen !== undefined && menuKeys.has(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'ArrowDown') setActive((active + 1) % matches.length)
      else if (event.key === 'ArrowUp') setActive((active + matches.length - 1) % matches.length)
      else if (event.key === 'Escape') setDismissed(query?.start ?? null)
      else complete(chosen)
      return
    }
    if (event.key === 'Escape') return props.onEscape()
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || !hasKeyboard()) return
    event.preventDefault()
    props.onSubmit()
  }

  return (
    <div className={classes.field}>
      {chosen !== undefined && (
        <div id={menu} className={classes.menu} role="listbox" aria-label={texts.colleagues}>
          {matches.map((agent) => (
            <button
              key={agent.id}
              id={`${menu}-${agent.id}`}
              type="button"
              role="option"
              aria-selected={agent.id === chosen.id}
              // The field keeps the focus; arrow keys choose.
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => complete(agent)}
            >
              <Avatar id={agent.id} name={agent.name} avatarUrl={agent.avatar_url} size={24} />
              <bdi>{agent.name}</bdi>
            </button>
          ))}
        </div>
      )}
      <Textarea
        ref={field}
        variant="unstyled"
        classNames={{ input: classes.input }}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={maxMessageLength}
        dir={value === '' ? undefined : 'auto'}
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-autocomplete="list"
        aria-controls={chosen === undefined ? undefined : menu}
        aria-activedescendant={chosen === undefined ? undefined : `${menu}-${chosen.id}`}
        value={value}
        onChange={(event) => {
          setDismissed(null)
          onChange(event.currentTarget.value)
          follow()
        }}
        onSelect={() => setCaret(field.current?.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        {...(props.onPaste && { onPaste: props.onPaste })}
      />
    </div>
  )
}

const menuKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'])

/** On touch screens the return key inserts a line break. */
const hasKeyboard = () => !matchMedia('(pointer: coarse)').matches
