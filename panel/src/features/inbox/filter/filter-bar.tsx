import { ActionIcon, Button, Menu, Popover, UnstyledButton } from '@mantine/core'
import { IconArrowsSort, IconCheck, IconFilter, IconX } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { filterFieldNames, type FilterField } from '@parley/protocol/conversation-filter'
import { inboxSorts } from '@parley/protocol/conversation-order'
import { useCommands } from '../../../commands/commands.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { withoutFilter, type InboxLocation } from '../../../navigation/inbox-location.ts'
import { SaveView } from '../saved-views/save-view.tsx'
import { useOpenList } from '../use-open-list.ts'
import classes from './filter-bar.module.css'
import { ConditionEditor, FieldList } from './filter-editor.tsx'
import { useConditionText, useFilterOptions } from './filter-options.ts'

/** Conditions as chips, the menu that adds them, and the order. Everything is in the URL. */
export function FilterBar({ inbox }: { inbox: InboxLocation }) {
  const texts = useTexts().inbox.filter
  const open = useOpenList(inbox)
  const options = useFilterOptions(inbox.organizationId)
  const conditionText = useConditionText(options)
  const add = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<FilterField | 'fields' | null>(null)

  useCommands(
    useMemo(
      () => [
        {
          id: 'inbox.filter',
          title: texts.shortcut,
          group: texts.label,
          shortcut: 'f',
          icon: IconFilter,
          run: () => setEditing('fields'),
        },
      ],
      [texts],
    ),
  )

  const change = (field: FilterField, text: string) => {
    const { [field]: _before, ...others } = inbox.filter
    open({ filter: text === '' ? others : { ...others, [field]: text } }, { replace: true })
  }
  const chips = filterFieldNames.flatMap((field) => {
    const text = inbox.filter[field]
    return text === undefined ? [] : [{ field, sentence: conditionText(field, text) }]
  })

  return (
    <div className={classes.bar} role="group" aria-label={texts.label}>
      <Popover
        opened={editing !== null}
        onChange={(opened) => setEditing(opened ? 'fields' : null)}
        position="bottom-start"
        width={280}
        shadow="md"
        trapFocus
        returnFocus
        portalProps={{ target: '#content' }}
      >
        <Popover.Target>
          <Button
            ref={add}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconFilter size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setEditing(editing === null ? 'fields' : null)}
          >
            {texts.add}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.choose}>
          {editing === 'fields' && <FieldList onPick={setEditing} />}
          {editing !== 'fields' && editing !== null && (
            <ConditionEditor
              key={editing}
              field={editing}
              options={options}
              value={inbox.filter[editing] ?? ''}
              onChange={(text) => change(editing, text)}
              onBack={() => setEditing('fields')}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      <SortMenu inbox={inbox} onPick={(sort) => open({ sort }, { replace: true })} />
      <SaveView inbox={inbox} />
      {chips.length > 0 && (
        <ul className={classes.chips}>
          {chips.map(({ field, sentence }) => (
            <li key={field} className={classes.chip}>
              <UnstyledButton
                className={classes.sentence}
                aria-label={texts.change(sentence)}
                onClick={() => setEditing(field)}
              >
                <bdi>{sentence}</bdi>
              </UnstyledButton>
              <ActionIcon
                variant="transparent"
                size={24}
                className={classes.remove}
                aria-label={texts.remove(sentence)}
                onClick={() => {
                  change(field, '')
                  // The focused button disappears.
                  add.current?.focus()
                }}
              >
                <IconX size={14} stroke={2} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                onClick={() => open({ ...withoutFilter, q: inbox.q })}
              >
                {texts.clear}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function SortMenu(props: { inbox: InboxLocation; onPick: (sort: InboxLocation['sort']) => void }) {
  const texts = useTexts().inbox.filter
  const { sort } = props.inbox
  return (
    <Menu position="bottom-start" shadow="md" width={200} portalProps={{ target: '#content' }}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowsSort size={16} stroke={1.75} aria-hidden="true" />}
          aria-label={`${texts.sort}: ${texts.sorts[sort]}`}
        >
          {sort === 'newest' ? texts.sort : texts.sorts[sort]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.sort}>
        {inboxSorts.map((each) => (
          <Menu.Item
            key={each}
            rightSection={
              each === sort ? <IconCheck size={18} stroke={1.75} aria-hidden="true" /> : undefined
            }
            onClick={() => props.onPick(each)}
          >
            {texts.sorts[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
