import { useEffect, useEffectEvent, useId, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useAllCommands, type Command } from '../commands/commands.ts'
import { Keys } from '../commands/keys.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { useStore } from '../session/agent-session.tsx'
import { isComposing } from '../ui/is-composing.ts'
import { Modal } from '../ui/modal.tsx'
import { paletteKeys, paletteQuery } from './overlays.ts'
import { PaletteField } from './palette-field.tsx'
import { filterCommands } from './palette-filter.ts'
import classes from './palette.module.css'
import { useCustomerCommands } from './use-customer-commands.ts'
import { useFoundCommands } from './use-found-commands.ts'

/** The command palette. */
export function Palette(props: { opened: boolean; onClose: () => void }) {
  const { shell } = useTexts()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      withCloseButton={false}
      centered={false}
      yOffset={80}
      size={600}
      padding={0}
      // The entry field is in the same place already.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': shell.commandPalette } }}
    >
      <CommandSearch onClose={props.onClose} />
    </Modal>
  )
}

/**
 * A combobox with an always open list (ARIA Authoring Practices): the focus stays in the field; Enter runs
 * the selected command. Results of an earlier query stay visible but are not selected, nor is what follows them: Enter then runs
 * the first result once it has arrived.
 */
function CommandSearch({ onClose }: { onClose: () => void }) {
  const { shell } = useTexts()
  const id = useId()
  const commands = useAllCommands()
  const query = useStore(paletteQuery)
  const [picked, setPicked] = useState({ query, index: 0 })
  const customers = useCustomerCommands(query)
  const texts = useFoundCommands(query)
  const current = filterCommands(commands, query)
  const isWaiting = customers.stale || texts.stale
  const groups = [...current, ...customers.groups, ...texts.groups]
  const selectable = [
    ...current,
    ...(customers.stale ? [] : customers.groups),
    ...(isWaiting ? [] : texts.groups),
  ]
  const found = selectable.flatMap(([, members]) => members)
  const index = picked.query === query ? Math.min(picked.index, found.length - 1) : 0
  const selected = found[index]
  const optionId = (command: Command) => `${id}-${command.id}`
  const selectedId = selected === undefined ? undefined : optionId(selected)

  useEffect(() => {
    if (selectedId !== undefined)
      document.querySelector(`#${CSS.escape(selectedId)}`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  /** The query that Enter was pressed for before its results arrived. */
  const [entered, setEntered] = useState<string | null>(null)
  if (entered !== null && (entered !== query || (!isWaiting && selected === undefined))) setEntered(null)
  const enter = () => {
    if (selected !== undefined) run(selected)
    else if (isWaiting) setEntered(query)
  }
  const runEntered = useEffectEvent(() => selected !== undefined && run(selected))
  useEffect(() => {
    if (entered !== null && selectedId !== undefined) runEntered()
  }, [entered, selectedId])
  /** Continues where the entry field was. */
  const takeOver = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    const before = paletteKeys.get()
    if (before === 'palette') return
    paletteKeys.set('palette')
    field.setSelectionRange(field.value.length, field.value.length)
    if (before === 'entered') enter()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setPicked({ query, index: (index + step + found.length) % Math.max(1, found.length) })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      enter()
    }
  }
  return (
    <>
      <PaletteField
        data-autofocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={selectedId}
        aria-autocomplete="list"
        onFocus={takeOver}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className={classes.list} role="listbox" aria-label={shell.commandPalette}>
        {groups.map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <div className={classes.group} aria-hidden>
              {group}
            </div>
            {members.map((command) => (
              <Option
                key={command.id}
                id={optionId(command)}
                command={command}
                selected={command === selected}
                onPoint={() => {
                  if (found.includes(command)) setPicked({ query, index: found.indexOf(command) })
                }}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <output className={classes.nothing}>
        {[customers, texts].some(({ stale, groups }) => stale && groups.length === 0)
          ? shell.palette.searching
          : texts.failed
            ? shell.palette.failed
            : groups.length === 0
              ? shell.palette.nothing
              : null}
      </output>
    </>
  )
}

function Option(props: {
  id: string
  command: Command
  selected: boolean
  onPoint: () => void
  onRun: () => void
}) {
  const { icon: IconComponent, title, detail, shortcut } = props.command
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      id={props.id}
      className={classes.option}
      role="option"
      aria-selected={props.selected}
      onMouseMove={props.selected ? undefined : props.onPoint}
      onClick={props.onRun}
    >
      <span className={classes.icon}>
        {IconComponent === undefined ? null : <IconComponent size={20} stroke={1.75} aria-hidden />}
      </span>
      <span className={classes.title}>
        <bdi>{title}</bdi>
        {detail === undefined ? null : (
          <span className={classes.detail}>
            <bdi>{detail}</bdi>
          </span>
        )}
      </span>
      {shortcut === undefined ? null : <Keys shortcut={shortcut} />}
    </div>
  )
}
