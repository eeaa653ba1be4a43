import { ActionIcon, NativeSelect, Switch, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { BusinessHours, BusinessHoursInput, OpenPeriod } from '@parley/protocol/business-hours'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { zonedMoment } from '../../time/times.ts'
import { useDraft } from '../../ui/draft.ts'
import { useInvalidFocus } from '../../ui/invalid-focus.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './business-hours-page.module.css'
import { ExceptionList } from './exception-list.tsx'
import { HolidayCalendar } from './holiday-calendar.tsx'
import { byErrorCode } from './holidays.ts'
import {
  browserZone,
  formOf,
  inputOf,
  isValid,
  mergedExceptions,
  mergedWeek,
  type HoursValue,
} from './hours-form.ts'
import { PeriodList } from './period-list.tsx'

const weekdays = [0, 1, 2, 3, 4]

/** Edits business hours. `save` and `readHolidays` must update `hours`. */
export function HoursForm({
  hours,
  zoneHint,
  save,
  readHolidays,
}: {
  hours: BusinessHours
  /** What else the time zone is for. */
  zoneHint?: string
  save: (input: BusinessHoursInput) => Promise<unknown>
  readHolidays: () => Promise<unknown>
}) {
  const t = useTexts()
  const texts = t.service
  const merges = { week: mergedWeek, exceptions: mergedExceptions }
  const draft = useDraft<HoursValue>(formOf(hours, browserZone), (value) => save(inputOf(value)), {
    merges,
    isProposal: !hours.saved,
  })
  const { value, change } = draft
  const focusInvalid = useInvalidFocus(draft.state.name === 'saving')
  const zones = Intl.supportedValuesOf('timeZone')
  const setDays = (periods: OpenPeriod[], days: readonly number[]) =>
    change({ week: value.week.map((known, index) => (days.includes(index) ? periods : known)) })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid(value)) void draft.submit()
        focusInvalid(event.currentTarget)
      }}
    >
      <div className={classes.head}>
        <Switch
          label={texts.use}
          description={texts.useHint}
          checked={value.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {hours.saved && hours.enabled ? <OpenState hours={hours} /> : null}
      </div>
      <NativeSelect
        label={texts.zone}
        description={zoneHint}
        maw={360}
        mb="lg"
        value={value.time_zone}
        // The browser may use another name for a zone.
        data={zones.includes(value.time_zone) ? zones : [value.time_zone, ...zones]}
        onChange={(event) => change({ time_zone: event.currentTarget.value })}
      />
      <Section title={texts.week} lead={texts.weekLead}>
        <Week week={value.week} onChange={setDays} />
      </Section>
      <Section title={texts.exceptions} lead={texts.exceptionsLead}>
        <ExceptionList exceptions={value.exceptions} onChange={(exceptions) => change({ exceptions })} />
      </Section>
      <HolidayCalendar
        feed={hours.holiday_feed}
        value={value}
        onChange={(address) => change({ holiday_feed: address })}
        readNow={readHolidays}
      />
      <SaveBar state={draft.state} onDiscard={draft.discard} problems={byErrorCode(t.holidays.problems)} />
    </form>
  )
}

function OpenState({ hours }: { hours: BusinessHours }) {
  const texts = useTexts().service
  const locale = useLocale()
  return (
    <output className={classes.state} data-open={hours.open_now || undefined}>
      {hours.open_now
        ? texts.openNow
        : hours.opens_at === null
          ? texts.closedNow
          : texts.closedUntil(zonedMoment(hours.opens_at, hours.time_zone, locale))}
    </output>
  )
}

function Week(props: {
  week: OpenPeriod[][]
  onChange: (periods: OpenPeriod[], days: readonly number[]) => void
}) {
  const texts = useTexts().service
  const locale = useLocale()
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <ul className={classes.list}>
      {props.week.map((periods, index) => {
        // 5 January 1970 was a Monday.
        const day = name.format(Date.UTC(1970, 0, 5 + index))
        return (
          <li key={day} className={classes.day}>
            <span className={classes.dayName}>{day}</span>
            <PeriodList
              day={day}
              periods={periods}
              onChange={(changed) => props.onChange(changed, [index])}
            />
            {index === 0 ? (
              <Tooltip label={texts.copy(day)}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={texts.copy(day)}
                  onClick={() => props.onChange(periods, weekdays)}
                >
                  <IconCopy size={18} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
