import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { HoursException } from '@parley/protocol/business-hours'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './business-hours-page.module.css'
import { areDatesValid, isDateValid } from './hours-form.ts'
import { maxExceptions } from './limits.ts'
import { PeriodList } from './period-list.tsx'
import { useRowList } from './use-row-list.ts'

interface ExceptionListProps {
  exceptions: HoursException[]
  onChange: (exceptions: HoursException[]) => void
}

/** Holidays and days with other hours. */
export function ExceptionList({ exceptions, onChange }: ExceptionListProps) {
  const texts = useTexts().service
  const { addButton, change, remove } = useRowList(exceptions, onChange)
  return (
    <>
      {exceptions.length === 0 ? <p className={classes.closed}>{texts.noExceptions}</p> : null}
      <ul className={classes.list}>
        {exceptions.map((exception, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a date is not unique while it is edited
          <li key={index} className={classes.exception}>
            <div className={classes.fields}>
              <TextInput
                type="date"
                label={texts.date}
                value={exception.date}
                error={!isDateValid(exception, { exceptions })}
                onChange={(event) => change(index, { date: event.currentTarget.value })}
              />
              <TextInput
                className={classes.name}
                label={texts.name}
                placeholder={texts.namePlaceholder}
                maxLength={60}
                value={exception.name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={texts.removeException(exception.date)}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </div>
            <PeriodList
              day={exception.name || exception.date}
              periods={exception.periods}
              onChange={(periods) => change(index, { periods })}
            />
          </li>
        ))}
      </ul>
      <Text size="sm" c="red" role="alert">
        {areDatesValid({ exceptions }) ? null : texts.dateInvalid}
      </Text>
      {exceptions.length < maxExceptions ? (
        <Button
          ref={addButton}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => onChange([...exceptions, { date: '', name: '', periods: [] }])}
        >
          {texts.addException}
        </Button>
      ) : null}
    </>
  )
}
