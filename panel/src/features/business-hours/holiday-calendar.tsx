import { Button, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { HolidayFeed } from '@parley/protocol/business-hours'
import { problemText } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useNow } from '../../time/use-now.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './business-hours-page.module.css'
import { comingHolidays, type ComingHoliday } from './holidays.ts'
import { enteredAddress, type HoursValue } from './hours-form.ts'
import { maxUrlLength } from './limits.ts'

interface HolidayCalendarProps {
  /** As saved. */
  feed: HolidayFeed | null
  value: Pick<HoursValue, 'holiday_feed' | 'exceptions'>
  onChange: (address: HoursValue['holiday_feed']) => void
  /** Must update `feed`. */
  readNow: () => Promise<unknown>
}

/** The address of a calendar of holidays, how its last reading went, and the dates that it brought. */
export function HolidayCalendar({ feed, value, onChange, readNow }: HolidayCalendarProps) {
  const texts = useTexts().holidays
  const now = useNow()
  const field = useRef<HTMLInputElement>(null)
  const isSaved = feed !== null && value.holiday_feed === (feed.url ?? undefined)
  return (
    <Section title={texts.title} lead={texts.lead}>
      <TextInput
        ref={field}
        type="url"
        label={texts.address}
        description={texts.addressHint}
        placeholder="https://example.com/holidays.ics"
        maxLength={maxUrlLength}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={value.holiday_feed ?? ''}
        onChange={({ currentTarget }) => onChange(enteredAddress(currentTarget.value, feed))}
      />
      {isSaved ? (
        <>
          <FeedState
            feed={feed}
            readNow={readNow}
            onRemove={() => {
              onChange(null)
              // The button disappears.
              field.current?.focus()
            }}
          />
          <HolidayList coming={comingHolidays(feed.holidays, value.exceptions, now)} />
        </>
      ) : null}
    </Section>
  )
}

function FeedState(props: {
  feed: HolidayFeed
  readNow: () => Promise<unknown>
  /** For a calendar whose address is not in the field. */
  onRemove: () => void
}) {
  const { feed, readNow } = props
  const t = useTexts()
  const texts = t.holidays
  const reading = useMutation({
    mutationFn: readNow,
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
  })
  const coming = comingHolidays(feed.holidays, [], useNow()).length
  return (
    <div className={classes.feed}>
      <div role="status">
        <span>
          {texts.lastRead} <RelativeTime at={feed.read_at} />
          {coming > 0 ? ` · ${texts.coming(coming)}` : null}
        </span>
        {feed.problem === null ? null : (
          <Text size="sm" c="red" className={classes.problem}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
            <span>
              {texts.problems[feed.problem]} {texts.kept}
            </span>
          </Text>
        )}
      </div>
      {feed.url === null ? (
        <Button variant="default" size="sm" onClick={props.onRemove}>
          {texts.remove}
        </Button>
      ) : (
        <Button
          variant="default"
          size="sm"
          loading={reading.isPending}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => reading.mutate()}
        >
          {texts.readNow}
        </Button>
      )}
    </div>
  )
}

const shownAtFirst = 8

function HolidayList({ coming }: { coming: ComingHoliday[] }) {
  const texts = useTexts().holidays
  const locale = useLocale()
  const [all, setAll] = useState(false)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  if (coming.length === 0) return <p className={classes.closed}>{texts.none}</p>
  return (
    <>
      <ul className={classes.list}>
        {coming.slice(0, all ? undefined : shownAtFirst).map(({ date, name, replaced }) => (
          <li key={date} className={classes.holiday}>
            <time dateTime={date} className={classes.holidayDate}>
              {format.format(Date.parse(date))}
            </time>
            <span className={classes.holidayName} data-replaced={replaced || undefined}>
              {name === '' ? texts.unnamed : name}
            </span>
            {replaced ? <span className={classes.closed}>{texts.replaced}</span> : null}
          </li>
        ))}
      </ul>
      {coming.length > shownAtFirst && !all ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {texts.showAll(coming.length)}
        </Button>
      ) : null}
    </>
  )
}
