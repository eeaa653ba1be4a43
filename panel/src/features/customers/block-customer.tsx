import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Customer } from '@parley/protocol/customer'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName, customerName } from '../../people/customer-labels.ts'
import { useBlocking } from '../../people/use-blocking.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import classes from './customer-pane.module.css'

/** Blocks or unblocks a customer, after confirmation. */
export function BlockCustomer({ organizationId, customer }: { organizationId: string; customer: Customer }) {
  const t = useTexts().inbox.customers
  const texts = t.block
  const [asking, setAsking] = useState(false)
  const blocking = useBlocking(organizationId, customer.id)
  const name = displayName(t, { id: customer.id, name: customerName(customer) })

  return (
    <section className={classes.section} aria-label={texts.title}>
      <p className={classes.note}>{texts.text}</p>
      {customer.is_blocked ? (
        <Button
          variant="default"
          size="sm"
          loading={blocking.busy}
          leftSection={<IconUserCheck size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void blocking.set(false, name)}
        >
          {texts.unblock}
        </Button>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="sm"
          leftSection={<IconUserOff size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {texts.action}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={texts.question(name)}
        text={texts.explanation}
        action={texts.confirm}
        busy={blocking.busy}
        onConfirm={() => void blocking.set(true, name, () => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </section>
  )
}
