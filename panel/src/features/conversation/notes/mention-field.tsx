import { Textarea } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ClipboardEventHandler, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Agent } from '@parley/protocol/agent'
import type { Team } from '@parley/protocol/team'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { teamsQuery } from '../../../queries/team-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { isComposing } from '../../../ui/is-composing.ts'
import classes from './mention-field.module.css'
import { matchingColleagues, mentionQuery, withMention } from './mention-text.ts'

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

/** A text field that completes `@` with the names of colleagues and teams. */
export function MentionField(props: MentionFieldProps) {
  const { field, value, onChange } = props
  const texts = useTexts().inbox.notes
  const { organization } = useMembership()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** An open list takes all shortcuts. */
  const [isFocused, setFocused] = useState(false)
  /** The `@` whose menu was closed with Escape. */
  const [dismissed, setDismissed] = useState<number | null>(null)
  const menu = useId()
  const query = mentionQuery(value, caret)
  const isOpen = isFocused && query !== null && query.start !== dismissed
  const matches = isOpen
    ? matchingColleagues<Agent | Team>([...agents, ...teams], query.query).slice(0, maxShown)
    : []
  const chosen = matches[Math.min(active, matches.length - 1)]

  const follow = () => {
    setCaret(field.current?.selectionStart ?? 0)
    setActive(0)
  }
  const complete = ({ name }: Agent | Team) => {
    if (query === null) return
    const next = withMention(value, query, name)
    // At once: a letter typed before the next frame would end up behind the caret.
    flushSync(() => {
      onChange(next.text)
      setCaret(next.caret)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next.caret, next.caret)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
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
        <div
          id={menu}
          className={classes.menu}
          role="listbox"
          aria-label={texts.colleagues}
          tabIndex={-1}
          // The field keeps the focus; arrow keys choose.
          onMouseDown={(event) => event.preventDefault()}
        >
          {matches.map((each) => (
            <button
              key={each.id}
              id={`${menu}-${each.id}`}
              type="button"
              role="option"
              aria-selected={each.id === chosen.id}
              tabIndex={-1}
              onClick={() => complete(each)}
            >
              {'members' in each ? (
                <IconUsersGroup size={24} stroke={1.75} aria-hidden="true" />
              ) : (
                <Avatar id={each.id} name={each.name} avatarUrl={each.avatar_url} size={24} />
              )}
              <bdi>{each.name}</bdi>
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
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
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
