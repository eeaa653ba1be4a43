import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { webhooksQuery } from '../../queries/organization-queries.ts'
import { webhookTitle } from '../../ui/webhook-url.ts'
import {
  deliveryStates,
  deliveryTypes,
  fromLocalInput,
  isFiltered,
  localInput,
  periods,
  readDeliverySearch,
  readId,
  searchedIds,
  type DeliverySearch,
  type SearchedId,
} from './delivery-search.ts'
import classes from './filter-bar.module.css'

/** Filters, written to the URL on every change. `children`: actions on the results. */
export function FilterBar(props: {
  search: DeliverySearch
  onSearch: (search: DeliverySearch) => void
  children?: ReactNode
}) {
  const texts = useTexts().deliveries
  const { organization } = useMembership()
  const { data: webhooks = [] } = useQuery(webhooksQuery(organization.id))
  const { search } = props
  const isBetween = search.from !== undefined || search.to !== undefined
  const [between, setBetween] = useState(isBetween)
  const open = isBetween || (between && search.period === undefined)
  const change = (part: DeliverySearch) => props.onSearch({ ...search, ...part })
  const known = webhooks.some(({ id }) => id === search.webhook_id)

  const changeTime = (value: string) => {
    setBetween(value === 'between')
    change({ period: periods.find((each) => each === value), from: undefined, to: undefined })
  }

  return (
    <search className={classes.bar} aria-label={texts.filters}>
      <Choice
        label={texts.webhook}
        any={texts.anyWebhook}
        value={search.webhook_id}
        onChange={(webhook_id) => change({ webhook_id })}
        options={[
          ...webhooks.map((webhook) => ({ value: webhook.id, label: webhookTitle(webhook) })),
          ...(search.webhook_id === undefined || known
            ? []
            : [{ value: search.webhook_id, label: texts.deletedWebhook }]),
        ]}
      />
      <Choice
        label={texts.state}
        any={texts.anyState}
        value={search.state}
        onChange={(state) => change({ state: readDeliverySearch({ state }).state })}
        options={deliveryStates.map((value) => ({ value, label: texts.states[value] }))}
      />
      <Choice
        label={texts.event}
        any={texts.anyEvent}
        value={search.type}
        onChange={(type) => change({ type: readDeliverySearch({ type }).type })}
        options={deliveryTypes.map((value) => ({ value, label: value }))}
      />
      <Choice
        label={texts.time}
        any={texts.periods.any}
        value={open ? 'between' : search.period}
        onChange={(value) => changeTime(value ?? '')}
        options={[...periods, 'between' as const].map((value) => ({ value, label: texts.periods[value] }))}
      />
      {open ? (
        <>
          <Moment
            label={texts.from}
            value={search.from}
            onChange={(from) => change({ from, period: undefined })}
          />
          <Moment label={texts.to} value={search.to} onChange={(to) => change({ to, period: undefined })} />
        </>
      ) : null}
      <IdSearch search={search} onChange={change} />
      {isFiltered(search) ? (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            setBetween(false)
            props.onSearch({})
          }}
        >
          {texts.clear}
        </Button>
      ) : null}
      {props.children}
    </search>
  )
}

function Choice(props: {
  label: string
  any: string
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <NativeSelect
      className={classes.choice}
      data-set={props.value !== undefined || undefined}
      aria-label={props.label}
      value={props.value ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget
        props.onChange(value === '' ? undefined : value)
      }}
      data={[{ value: '', label: props.any }, ...props.options]}
    />
  )
}

/** Applied on blur or Enter: a time is incomplete while it is typed. */
function Moment(props: {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const stored = props.value === undefined ? '' : localInput(props.value)
  const [typed, setTyped] = useState(stored)
  // Not by a key: that would mount the field again, and the focus would be lost.
  const [synchronized, setSynchronized] = useState(stored)
  if (synchronized !== stored) {
    setSynchronized(stored)
    setTyped(stored)
  }
  const submit = () => {
    if (typed !== stored) props.onChange(fromLocalInput(typed))
  }
  return (
    <label className={classes.moment}>
      <span>{props.label}</span>
      <input
        className={classes.time}
        type="datetime-local"
        value={typed}
        // Four digits of a year.
        max="9999-12-31T23:59"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
    </label>
  )
}

const noIds = { event_id: undefined, customer_id: undefined, conversation_id: undefined }

/** One field for the ids of an event, of a customer and of a conversation. */
function IdSearch(props: { search: DeliverySearch; onChange: (part: DeliverySearch) => void }) {
  const texts = useTexts().deliveries
  const set = searchedIds.find((each) => props.search[each] !== undefined)
  const [picked, setPicked] = useState<SearchedId>('event_id')
  const kind = set ?? picked
  const value = props.search[kind]
  return (
    <div className={classes.ids}>
      <NativeSelect
        aria-label={texts.idKind}
        value={kind}
        onChange={(event) => {
          const next = searchedIds.find((each) => each === event.currentTarget.value) ?? 'event_id'
          setPicked(next)
          if (value !== undefined) props.onChange({ ...noIds, [next]: value })
        }}
        data={searchedIds.map((each) => ({ value: each, label: texts.ids[each] }))}
      />
      {/* Remount when the URL changes: the field keeps partial input. */}
      <IdField
        key={`${kind} ${value ?? ''}`}
        kind={kind}
        value={value}
        onChange={(id) => props.onChange({ ...noIds, [kind]: id })}
      />
    </div>
  )
}

/** Applied once complete: ids are pasted, not typed. */
function IdField(props: {
  kind: SearchedId
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const texts = useTexts().deliveries
  const [typed, setTyped] = useState(props.value ?? '')
  const [left, setLeft] = useState(false)
  const wrong = typed.trim() !== '' && readId(typed) === undefined
  const label = texts.ids[props.kind]
  return (
    <TextInput
      className={classes.id}
      aria-label={label}
      placeholder={label}
      value={typed}
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        const { value } = event.currentTarget
        setTyped(value)
        setLeft(false)
        const id = readId(value)
        if (id !== props.value && (id !== undefined || value.trim() === '')) props.onChange(id)
      }}
      error={left && wrong ? texts.idWrong : null}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  )
}
