import { Button, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Customer, CustomerInput } from '@parley/protocol/customer'
import { ApiProblem, problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { mailLink, phoneLink } from '../../people/contact-links.ts'
import { customerName, displayName } from '../../people/customer-labels.ts'
import { useSaveCustomer } from '../../queries/use-save-customer.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { createKeptEdits } from '../../ui/kept-edits.ts'
import { permanentNotification } from '../../ui/permanent-notification.ts'
import classes from './customer-pane.module.css'
import { changedFields, profileFields, type ProfileField } from './profile-fields.ts'

interface CustomerProfileProps {
  organizationId: string
  customer: Customer
}

/** What was typed into the form, by customer: kept when the page is left. */
const profileEdits = createKeptEdits<Partial<Record<ProfileField, string>>>()

/** Name, e-mail and phone, editable in place. */
export function CustomerProfile({ organizationId, customer }: CustomerProfileProps) {
  const t = useTexts().inbox.customers.pane
  const { agent_id: agentId } = useMembership()
  const [editing, setEditing] = useState<'no' | 'restored' | 'opened' | 'done'>(() =>
    profileEdits(agentId).get(customer.id) === undefined ? 'no' : 'restored',
  )
  const isOpen = editing === 'restored' || editing === 'opened'

  return (
    <section className={classes.section} aria-label={t.profile}>
      <div className={classes.title}>
        <h3>{t.profile}</h3>
        {!isOpen && (
          <Button
            ref={editing === 'done' ? returnFocus : undefined}
            className={classes.edit}
            variant="subtle"
            size="compact-sm"
            onClick={() => setEditing('opened')}
          >
            {t.edit}
          </Button>
        )}
      </div>
      {isOpen ? (
        <ProfileForm
          organizationId={organizationId}
          customer={customer}
          takesFocus={editing === 'opened'}
          onDone={() => setEditing('done')}
        />
      ) : (
        <dl className={classes.facts}>
          <Fact label={t.name} value={customerName({ ...customer, email: null, username: null })} />
          {customer.username !== null && <Fact label={t.username} value={customer.username} />}
          <Fact
            label={t.email}
            value={customer.email}
            href={customer.email && mailLink(customer.email)}
            mark={<EmailMarks customer={customer} />}
          />
          <Fact label={t.phone} value={customer.phone} href={customer.phone && phoneLink(customer.phone)} />
        </dl>
      )}
    </section>
  )
}

function EmailMarks({ customer }: { customer: Customer }) {
  const texts = useTexts().mailed
  return (
    <>
      <EmailBadge customer={customer} />
      {customer.email_unsubscribed && <div className={classes.unverified}>{texts.unsubscribed}</div>}
    </>
  )
}

/** Not for addresses from the organization's own tokens, which are trusted, and not for those that agents wrote. */
function EmailBadge({
  customer: { auth_provider: by, email, email_verified: verified },
}: {
  customer: Customer
}) {
  const t = useTexts().inbox.customers.pane
  const texts = useTexts().mailed
  if (email === null || by === 'custom' || (by === null && verified === null)) return null
  return verified === true ? (
    <span className={classes.verified}>
      <IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden="true" />
      {t.emailVerified}
    </span>
  ) : (
    <span className={classes.unverified}>{by === null ? texts.notConfirmed : t.emailUnverified}</span>
  )
}

interface FactProps {
  label: string
  value: string | null
  href?: string | null
  mark?: ReactNode
}

function Fact({ label, value, href = null, mark = null }: FactProps) {
  const t = useTexts().inbox.customers.pane
  return (
    <>
      <dt>{label}</dt>
      <dd className={value === null ? classes.unknown : undefined}>
        {value === null ? (
          t.none
        ) : href === null ? (
          <bdi>{value}</bdi>
        ) : (
          <a className={classes.link} href={href}>
            <bdi>{value}</bdi>
          </a>
        )}{' '}
        {mark}
      </dd>
    </>
  )
}

/** Focuses the first field when the agent opens the form. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** Focuses the button if the form was removed with the focus: the agent may have moved it elsewhere during the save. */
const returnFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus()
}

interface ProfileFormProps extends CustomerProfileProps {
  /** false: restored; it must not take the focus from the composer. */
  takesFocus: boolean
  onDone: () => void
}

function ProfileForm({ organizationId, customer, takesFocus, onDone }: ProfileFormProps) {
  const t = useTexts()
  const texts = t.inbox.customers.pane
  const save = useSaveCustomer(organizationId, customer.id)
  const edits = profileEdits(useMembership().agent_id)
  const [typed, setTyped] = useState(() => edits.get(customer.id) ?? {})
  const form = useRef<HTMLFormElement>(null)
  const pointer = save.error instanceof ApiProblem ? (save.error.pointer ?? '') : ''
  const wrong = profileFields.find(({ field }) => pointer.endsWith(`/${field}`))?.field

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input: CustomerInput = changedFields(customer, typed)
    if (Object.keys(input).length === 0) close()
    else void store(input)
  }
  /** Continues after the page was left, unlike the callbacks of `mutate`. */
  const store = async (input: CustomerInput) => {
    try {
      await save.mutateAsync(input)
      // What was typed during the save stays in the form.
      if (edits.get(customer.id) !== typed) return
      edits.drop(customer.id)
      if (form.current !== null) onDone()
    } catch (error) {
      if (form.current !== null) return
      const name = displayName(t.inbox.customers, { id: customer.id, name: customerName(customer) })
      const message = `${texts.notSaved(name)} ${problemText(t, error)}`
      notifications.show({ ...permanentNotification, color: 'red', message })
    }
  }
  const change = (next: typeof typed) => {
    setTyped(next)
    edits.keep(customer.id, next)
  }
  const close = () => {
    edits.drop(customer.id)
    onDone()
  }
  const labels: Record<ProfileField, string> = {
    first_name: texts.firstName,
    last_name: texts.lastName,
    email: texts.email,
    phone: texts.phone,
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {profileFields.map(({ field, type, maxLength }, index) => (
        <TextInput
          key={field}
          size="sm"
          type={type}
          dir={(typed[field] ?? customer[field] ?? '') === '' ? undefined : 'auto'}
          label={labels[field]}
          value={typed[field] ?? customer[field] ?? ''}
          maxLength={maxLength}
          autoComplete="off"
          ref={index === 0 && takesFocus ? focusOnce : undefined}
          error={
            wrong === field ? (field === 'email' ? texts.emailInvalid : problemText(t, save.error)) : null
          }
          onChange={(event) => change({ ...typed, [field]: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event.nativeEvent)) close()
          }}
        />
      ))}
      {customer.auth_provider !== null && <p className={classes.note}>{texts.overwritten}</p>}
      {save.isError && wrong === undefined && (
        <Text size="sm" c="red" role="alert">
          {problemText(t, save.error)}
        </Text>
      )}
      <div className={classes.buttons}>
        <Button type="submit" size="sm" loading={save.isPending}>
          {texts.save}
        </Button>
        <Button variant="default" size="sm" onClick={close}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
