import { Button, Checkbox, Radio, Text, TextInput } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import {
  filterField,
  filterFieldNames,
  formatCondition,
  maxFilterValues,
  parseCondition,
  type FilterField,
} from '@parley/protocol/conversation-filter'
import { folded } from '../../../i18n/folded.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import classes from './filter-editor.module.css'
import { AttributeValues } from './attribute-values.tsx'
import { choicesOf, type FilterOption } from './filter-choices.ts'
import { isOffered, type FilterOptions } from './filter-options.ts'

/** First step: which field. */
export function FieldList(props: { onPick: (field: FilterField) => void }) {
  const texts = useTexts().inbox.filter
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={classes.fields} role="group" aria-label={texts.choose}>
      {filterFieldNames.filter(isOffered).map((field, index) => (
        <Button
          key={field}
          ref={index === 0 ? first : undefined}
          variant="subtle"
          color="gray"
          justify="flex-start"
          onClick={() => props.onPick(field)}
        >
          {texts.fields[field]}
        </Button>
      ))}
    </div>
  )
}

/** More options than this get a search field. */
const manyOptions = 8

/** Second step: its values. Every change applies at once. */
export function ConditionEditor(props: {
  field: FilterField
  options: FilterOptions
  /** The condition's text; '' = none yet. */
  value: string
  onChange: (text: string) => void
  onBack: () => void
}) {
  const { field, value, onChange } = props
  const texts = useTexts().inbox.filter
  const { kind } = filterField(field)
  const condition = parseCondition(field, value)
  const isTime = kind === 'time'
  const [negated, setNegated] = useState(condition?.is_not !== undefined)
  const chosen = condition?.is ?? condition?.is_not ?? []
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])

  const apply = (values: string[], not: boolean) => {
    setNegated(not)
    onChange(formatCondition(not ? { is_not: values } : { is: values }))
  }
  return (
    <div className={classes.editor}>
      <Button
        ref={back}
        variant="subtle"
        color="gray"
        size="compact-sm"
        justify="flex-start"
        leftSection={
          <IconChevronLeft className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
        }
        onClick={props.onBack}
      >
        {texts.back}
      </Button>
      <Text size="sm" fw={500} id="filter-field">
        {texts.fields[field]}
      </Text>
      {kind !== 'flag' && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={texts.fields[field]}
          value={negated ? 'not' : 'is'}
          onChange={(next) => apply(chosen, next === 'not')}
          data={[
            { value: 'is', label: isTime ? texts.within : texts.is },
            { value: 'not', label: isTime ? texts.before : texts.isNot },
          ]}
        />
      )}
      {kind === 'attribute' ? (
        <AttributeValues chosen={chosen} onChange={(values) => apply(values, negated)} />
      ) : (
        <Values
          options={props.options[field]}
          chosen={chosen}
          isSingle={isTime || kind === 'flag'}
          onChange={(values) => apply(values, negated)}
        />
      )}
    </div>
  )
}

function Values(props: {
  options: FilterOption[]
  chosen: string[]
  isSingle: boolean
  onChange: (values: string[]) => void
}) {
  const texts = useTexts().inbox.filter
  const [search, setSearch] = useState('')
  const wanted = folded(search.trim())
  // Also those that were unticked since: the focus is on them.
  const [opened] = useState(props.chosen)
  const nameOf = (value: string) => (value === 'none' ? texts.none : texts.unknown)
  const options = props.isSingle ? props.options : choicesOf(props.options, { chosen: opened, nameOf })
  const shown = options.filter(({ label }) => folded(label).includes(wanted))
  if (options.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.nothingOffered}
      </Text>
    )
  if (props.isSingle)
    return (
      <Radio.Group
        aria-labelledby="filter-field"
        value={props.chosen[0] ?? ''}
        onChange={(value) => props.onChange([value])}
      >
        <div className={classes.values}>
          {shown.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
    )
  return (
    <>
      {options.length > manyOptions && (
        <TextInput
          size="sm"
          value={search}
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group
        aria-labelledby="filter-field"
        value={props.chosen}
        onChange={(values) => props.onChange(values.slice(0, maxFilterValues))}
      >
        <div className={classes.values}>
          {shown.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={<bdi>{label}</bdi>} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
