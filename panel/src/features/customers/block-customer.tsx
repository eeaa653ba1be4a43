import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Customer } from '@parley/protocol/customer'
import { Ask } from '../../ui/ask.tsx'
import { useWords } from '../../i18n/i18n.tsx'
import { calledName, customerName } from '../../people/customer-labels.ts'
import classes from './customer-pane.module.css'
import { useBlocking } from '../../people/use-blocking.ts'

/** Apart at the end: keeps a customer from writing, after a question. */
export function BlockCustomer({ organizationId, customer }: { organizationId: string; customer: Customer }) {
  const words = useWords().inbox.customers
  const own = words.block
  const [asking, setAsking] = useState(false)
  const blocking = useBlocking(organizationId, customer.id)
  const name = calledName(words, { id: customer.id, name: customerName(customer) })

  return (
    <section className={classes.section} aria-label={own.title}>
      <p className={classes.note}>{own.text}</p>
      {customer.is_blocked ? (
        <Button
          variant="default"
          size="sm"
          loading={blocking.busy}
          leftSection={<IconUserCheck size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => blocking.set(false, name)}
        >
          {own.unblock}
        </Button>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="sm"
          leftSection={<IconUserOff size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {own.action}
        </Button>
      )}
      <Ask
        opened={asking}
        title={own.question(name)}
        text={own.explanation}
        action={own.confirm}
        busy={blocking.busy}
        onConfirm={() => blocking.set(true, name, () => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </section>
  )
}
