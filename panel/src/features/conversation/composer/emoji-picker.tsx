import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useState } from 'react'
import { isComposing } from '../../../ui/is-composing.ts'
import { PopupOnUse, type TargetButtonProps } from '../../../ui/popup-on-use.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './emoji-picker.module.css'
import { searchEmoji } from './emoji.ts'

interface EmojiPickerProps {
  onPick: (emoji: string) => void
}

/** A small emoji picker with search. */
export function EmojiPicker(props: EmojiPickerProps) {
  return (
    <PopupOnUse kind="dialog" renderTarget={(attributes) => <EmojiButton {...attributes} />}>
      <UsedEmojiPicker {...props} />
    </PopupOnUse>
  )
}

function UsedEmojiPicker({ onPick }: EmojiPickerProps) {
  const texts = useTexts().inbox.conversation.emoji
  const [opened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const found = searchEmoji(search)
  const change = (next: boolean) => {
    setOpened(next)
    setSearch('')
  }
  const pick = (emoji: string) => {
    change(false)
    onPick(emoji)
  }

  return (
    <Popover opened={opened} onChange={change} position="top-start" width={316} trapFocus returnFocus={false}>
      <Popover.Target>
        <EmojiButton onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.picker} aria-label={texts.title}>
        <TextInput
          data-autofocus
          size="sm"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = found[0]?.list[0]
            if (isComposing(event.nativeEvent)) return
            if (event.key !== 'Enter' || first === undefined) return
            // The focus moves to the message, which would receive a line break.
            event.preventDefault()
            pick(first.emoji)
          }}
        />
        <div className={classes.groups}>
          {found.length === 0 && <p className={classes.none}>{texts.none}</p>}
          {found.map(({ group, list }) => (
            <section key={group} aria-label={texts.groups[group]}>
              <h3 className={classes.heading}>{texts.groups[group]}</h3>
              <div className={classes.grid}>
                {list.map(({ emoji, name }) => (
                  <button
                    key={emoji}
                    type="button"
                    className={classes.emoji}
                    aria-label={name}
                    title={name}
                    onClick={() => pick(emoji)}
                  >
                    {emoji}
                  </button>
                ))}
              </div>
            </section>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function EmojiButton(props: TargetButtonProps) {
  const texts = useTexts().inbox.conversation.composer
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={texts.emoji}
      data-tip={texts.emoji}
      {...props}
    >
      <IconMoodSmile size={20} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
