import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import type { AgentFace } from '@parley/protocol/agent'
import type { Customer } from '@parley/protocol/customer'
import { problemText } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { AgentPicker } from '../../people/agent-picker.tsx'
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

  const pick = (next: AgentFace | null) =>
    save.mutate(
      { private_agent_id: next?.id ?? null },
      {
        onSuccess: () =>
          notifications.show({ message: next === null ? texts.removed : texts.changed(next.name) }),
        onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
      },
    )

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
            onPick={pick}
            label={`${texts.choose}: ${value?.name ?? texts.none}`}
            nobody={texts.none}
            fullWidth
          />
        </div>
      )}
    </section>
  )
}
