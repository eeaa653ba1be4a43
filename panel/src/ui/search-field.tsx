import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** Delay after typing before the search runs (ms). */
const searchDebounceMs = 250

/** A search field bound to an external value (the URL), updated after typing pauses. */
export function SearchField(props: {
  id: string
  label: string
  clearLabel: string
  value: string
  onSearch: (q: string) => void
}) {
  const { value, onSearch } = props
  const [typed, setTyped] = useState(value)
  // The URL may change (back, a link): it then replaces the typed text.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (q: string, wait: number) => {
    setTyped(q)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(q.trim()), wait)
  }

  return (
    <TextInput
      id={props.id}
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      value={typed}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={props.clearLabel}
            onClick={() => search('', 0)}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        )
      }
      onChange={(event) => search(event.currentTarget.value, searchDebounceMs)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed, 0)
        if (event.key !== 'Escape') return
        if (typed === '') event.currentTarget.blur()
        else search('', 0)
      }}
    />
  )
}
