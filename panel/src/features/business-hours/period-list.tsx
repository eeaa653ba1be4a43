import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { maxPeriods } from './limits.ts'
import type { OpenPeriod } from '@parley/protocol/business-hours'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './business-hours-page.module.css'
import { addPeriod, arePeriodsValid, endOf, isPeriodValid, shownEnd } from './hours-form.ts'
import { useRowList } from './use-row-list.ts'

interface PeriodListProps {
  /** Of a weekday, or the date of an exception. */
  day: string
  periods: OpenPeriod[]
  onChange: (periods: OpenPeriod[]) => void
}

/** The periods of a day. */
export function PeriodList({ day, periods, onChange }: PeriodListProps) {
  const texts = useTexts().service
  const { addButton, change, remove } = useRowList(periods, onChange)
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
