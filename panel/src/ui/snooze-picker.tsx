import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconZzz } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Snooze } from '@parley/protocol/triage'
import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { parseTime } from '../time/natural/parse-time.ts'
import { timeLanguageOf } from '../time/natural/time-language.ts'
import { momentText } from '../time/times.ts'
import classes from './snooze-picker.module.css'
import { PopupOnUse, type TargetButtonProps } from './popup-on-use.tsx'
import { returnFocus } from './return-focus.ts'
import { snoozePresets } from './snooze-presets.ts'

const untilReply = 'reply'
const wake = 'wake'

interface SnoozePickerProps {
  value: Snooze | null
  onSnooze: (until: string | null) => void
  /** Omitted where there is no snooze to end. */
  onWake?: () => void
  /** Lets a shortcut open it. */
  buttonId?: string
}

/** Snoozes until a preset, a typed time, or the customer's reply; ends a snooze. */
export function SnoozePicker(props: SnoozePickerProps) {
  return (
    <PopupOnUse
      kind="listbox"
      renderTarget={(attributes) => <SnoozeButton id={props.buttonId} value={props.value} {...attributes} />}
    >
      <UsedSnoozePicker {...props} />
    </PopupOnUse>
  )
}

function UsedSnoozePicker(props: SnoozePickerProps) {
  const { value, onSnooze, onWake } = props
  const texts = useTexts().inbox.triage
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const [now, setNow] = useState(() => new Date())
  const combobox = useCombobox({
    onDropdownOpen: () => {
      setNow(new Date())
      combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      returnFocus(combobox)
      setTyped('')
    },
  })
  // After the options of the typed text are rendered.
  const { selectFirstOption, dropdownOpened: opened } = combobox
  useEffect(() => {
    if (typed !== '') selectFirstOption()
  }, [typed, selectFirstOption])
  const language = timeLanguageOf(locale)
  const wanted = typed.trim() === '' ? null : parseTime(typed, language, now)
  const pick = (option: string) => {
    combobox.closeDropdown()
    if (option === wake) onWake?.()
    else onSnooze(option === untilReply ? null : option)
  }
  const timeOption = (moment: Date, label: string | null) => (
    <Combobox.Option key={moment.toISOString()} value={moment.toISOString()}>
      <span className={classes.option}>
        {label !== null && <span>{label}</span>}
        <span className={label === null ? undefined : classes.time}>
          {momentText(moment.toISOString(), locale)}
        </span>
      </span>
    </Combobox.Option>
  )

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      width={320}
      position="bottom-start"
      shadow="md"
      portalProps={{ target: '#content' }}
    >
      <Combobox.Target targetType="button">
        <SnoozeButton id={props.buttonId} value={value} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          maxLength={80}
          onChange={(event) => {
            setNow(new Date())
            setTyped(event.currentTarget.value)
          }}
          placeholder={texts.when}
          aria-label={texts.when}
        />
        <Combobox.Options aria-label={texts.snoozeThis}>
          {opened && wanted !== null && timeOption(wanted, null)}
          {opened && wanted === null && typed.trim() !== '' && (
            <Combobox.Empty role="status">{texts.notUnderstood}</Combobox.Empty>
          )}
          {opened && typed.trim() === '' && (
            <>
              {onWake !== undefined && <Combobox.Option value={wake}>{texts.wake}</Combobox.Option>}
              {snoozePresets(texts.presets, now).map(({ label, moment }) => timeOption(moment, label))}
              <Combobox.Option value={untilReply}>{texts.presets.reply}</Combobox.Option>
            </>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function SnoozeButton({ value, ...rest }: TargetButtonProps & { value: Snooze | null }) {
  const texts = useTexts().inbox.triage
  const locale = useLocale()
  const name =
    value === null
      ? texts.snooze
      : value.until === null
        ? texts.snoozedUntilReply
        : texts.snoozedUntil(momentText(value.until, locale))
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconZzz size={16} stroke={1.75} aria-hidden="true" />}
      aria-label={value === null ? texts.snoozeThis : name}
      {...rest}
    >
      {name}
    </Button>
  )
}
