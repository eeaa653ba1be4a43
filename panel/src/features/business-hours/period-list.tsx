import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { maxPeriods } from './limits.ts'
import type { OpenPeriod } from '@parley/protocol/business-hours'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './business-hours-page.module.css'
import { addPeriod, arePeriodsValid, endOf, isPeriodValid, shownEnd } from './hours-form.ts'

interface PeriodListProps {
  /** Of a weekday, or the date of an exception. */
  day: string
  periods: OpenPeriod[]
  onChange: (periods: OpenPeriod[]) => void
}

/** The periods of a day. */
export function PeriodList({ day, periods, onChange }: PeriodListProps) {
  const texts = useTexts().service
  const change = (index: number, part: Partial<OpenPeriod>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)))
  const addButton = useRef<HTMLButtonElement>(null)
  function remove(index: number) {
    flushSync(() => onChange(periods.filter((_, at) => at !== index)))
    // Of the last row. The button may be hidden until the list has room again.
    if (document.activeElement === document.body) addButton.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.periods}>
      {periods.length === 0 ? <span className={classes.closed}>{texts.closed}</span> : null}
      {periods.map((period, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- periods have no identity of their own
        <div key={index} className={classes.period}>
          <TextInput
            className={classes.time}
            type="time"
            aria-label={`${day}: ${texts.from}`}
            value={period.from}
            error={!isPeriodValid(period, periods)}
            onChange={(event) => change(index, { from: event.currentTarget.value })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            className={classes.time}
            type="time"
            aria-label={`${day}: ${texts.to}`}
            value={shownEnd(period.to)}
            error={!isPeriodValid(period, periods)}
            onChange={(event) => change(index, { to: endOf(event.currentTarget.value) })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.removePeriod(day)}
            onClick={() => remove(index)}
          >
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Text size="sm" c="red" role="alert">
        {arePeriodsValid(periods) ? null : texts.invalid}
      </Text>
      {periods.length < maxPeriods ? (
        <Button
          ref={addButton}
          variant="subtle"
          size="compact-sm"
          aria-label={`${texts.addPeriod}: ${day}`}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => onChange(addPeriod(periods))}
        >
          {texts.addPeriod}
        </Button>
      ) : null}
    </div>
  )
}
