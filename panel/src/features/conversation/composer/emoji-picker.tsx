import { ActionIcon, Popover, TextInput, Tooltip } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import classes from './emoji-picker.module.css'
import { searchEmoji } from './emoji.ts'

/** A small emoji picker with search. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useTexts().inbox.conversation
  const texts = t.emoji
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
        <Tooltip label={t.composer.emoji} disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.composer.emoji}
            onClick={() => change(!opened)}
          >
            <IconMoodSmile size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
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
            if (event.key === 'Enter' && first !== undefined) pick(first.emoji)
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
