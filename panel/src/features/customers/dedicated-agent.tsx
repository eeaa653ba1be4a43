import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import type { AgentFace } from '@parley/protocol/agent'
import type { Customer } from '@parley/protocol/customer'
import { problemText } from '../../api/api-problem.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { AgentPicker } from '../../people/agent-picker.tsx'
import classes from './customer-pane.module.css'
import { useSaveCustomer } from '../../queries/use-save-customer.ts'

/** The one agent to whom this customer's conversations go. */
export function DedicatedAgent(props: { organizationId: string; customer: Customer }) {
  const { organizationId, customer } = props
  const words = useWords()
  const own = words.inbox.customers.dedicated
  const { data: agents } = useQuery(agentsQuery(organizationId))
  const save = useSaveCustomer(organizationId, customer.id)
  const id = save.isPending ? save.variables.private_agent_id : customer.private_agent_id
  const agent = agents?.find((each) => each.id === id)
  // Somebody who has left the organization still stands in the record.
  const value: AgentFace | null = agent ?? (id == null ? null : { id, name: own.left, avatar_url: null })

  const pick = (next: AgentFace | null) =>
    save.mutate(
      { private_agent_id: next?.id ?? null },
      {
        onSuccess: () =>
          notifications.show({ message: next === null ? own.removed : own.changed(next.name) }),
        onError: (error) => notifications.show({ color: 'red', message: problemText(words, error) }),
      },
    )

  return (
    <section className={classes.section} aria-label={own.title}>
      <div className={classes.title}>
        <h3>{own.title}</h3>
      </div>
      <p className={classes.note}>{own.text}</p>
      {agents !== undefined && (
        <div className={classes.picker}>
          <AgentPicker
            value={value}
            onPick={pick}
            label={`${own.choose}: ${value?.name ?? own.none}`}
            nobody={own.none}
            fullWidth
          />
        </div>
      )}
    </section>
  )
}
