import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import type { AgentFace } from '@parley/protocol/agent'
import type { Customer } from '@parley/protocol/customer'
import { problemText } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { AgentPicker } from '../../people/agent-picker.tsx'
import { customerName, displayName } from '../../people/customer-labels.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { useSaveCustomer } from '../../queries/use-save-customer.ts'
import classes from './customer-pane.module.css'

/** The agent to whom this customer's conversations are assigned. */
export function DedicatedAgent(props: { organizationId: string; customer: Customer }) {
  const { organizationId, customer } = props
  const t = useTexts()
  const texts = t.inbox.customers.dedicated
  const { data: agents } = useQuery(agentsQuery(organizationId))
  const save = useSaveCustomer(organizationId, customer.id)
  const id = save.isPending ? save.variables.private_agent_id : customer.private_agent_id
  const agent = agents?.find((each) => each.id === id)
  // The record may refer to an agent who left.
  const value: AgentFace | null = agent ?? (id == null ? null : { id, name: texts.left, avatar_url: null })

  const pick = async (next: AgentFace | null) => {
    // Continues after the page was left, unlike the callbacks of `mutate`.
    try {
      await save.mutateAsync({ private_agent_id: next?.id ?? null })
      notifications.show({ message: next === null ? texts.removed : texts.changed(next.name) })
    } catch (error) {
      const name = displayName(t.inbox.customers, { id: customer.id, name: customerName(customer) })
      notifications.show({ color: 'red', title: `${texts.title}: ${name}`, message: problemText(t, error) })
    }
  }

  return (
    <section className={classes.section} aria-label={texts.title}>
      <div className={classes.title}>
        <h3>{texts.title}</h3>
      </div>
      <p className={classes.note}>{texts.text}</p>
      {agents !== undefined && (
        <div className={classes.picker}>
          <AgentPicker
            value={value}
            onPick={(next) => void pick(next)}
            label={`${texts.choose}: ${value?.name ?? texts.none}`}
            nobody={texts.none}
            fullWidth
          />
        </div>
      )}
    </section>
  )
}
