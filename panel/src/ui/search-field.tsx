import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isComposing } from './is-composing.ts'

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
  const { value } = props
  const [typed, setTyped] = useState(value)
  /** Text that was typed and not yet searched for. */
  const [pending, setPending] = useState<{ q: string; delayMs: number } | null>(null)
  /** The last search, which `value` does not have before its navigation ends. */
  const [searched, setSearched] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    // Changed elsewhere (back, a link): it replaces the typed text.
    if (value !== searched) {
      setSearched(value)
      setTyped(value)
      setPending(null)
    }
  }

  // Another list may have been opened since the text was typed.
  const run = useEffectEvent((q: string) => {
    setSearched(q)
    props.onSearch(q)
  })
  useEffect(() => {
    if (pending === null) return undefined
    const timer = setTimeout(() => run(pending.q), pending.delayMs)
    return () => clearTimeout(timer)
  }, [pending])

  const search = (text: string, delayMs: number) => {
    setTyped(text)
    setPending({ q: text.trim(), delayMs })
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
        if (isComposing(event.nativeEvent)) return
        if (event.key === 'Enter') search(typed, 0)
        if (event.key !== 'Escape') return
        if (typed === '') event.currentTarget.blur()
        else search('', 0)
      }}
    />
  )
}
