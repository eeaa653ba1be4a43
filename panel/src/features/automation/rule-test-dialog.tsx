import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rule, RuleTest } from '@parley/protocol/automation'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { recentConversationsQuery, testRule } from '../../queries/automation-queries.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

/** Compares a rule's conditions with a conversation. Nothing is changed. */
export function RuleTestDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useTexts()
  const texts = t.automation
  const { organization } = useMembership()
  const query = useQuery({ ...recentConversationsQuery(organization.id), staleTime: 0 })
  const [chosen, setChosen] = useState<string | null>(null)
  const test = useMutation({ mutationFn: (id: string) => testRule(organization.id, rule.id, id) })
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.testTitle(rule.name)}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
        {(conversations) => {
          const id = chosen ?? conversations[0]?.id
          if (id === undefined) return <Text size="sm">{texts.testNone}</Text>
          return (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                test.mutate(id)
              }}
            >
              <Stack gap="md">
                <Text size="sm">{texts.testLead}</Text>
                <NativeSelect
                  label={texts.testConversation}
                  value={id}
                  onChange={(event) => {
                    setChosen(event.currentTarget.value)
                    test.reset()
                  }}
                  data={conversations.map(({ id: value, customer, last_message: last }) => ({
                    value,
                    label: `${displayName(t.inbox.customers, customer)}: ${(last?.preview ?? '').slice(0, 60)}`,
                  }))}
                />
                <ProblemNote error={test.error} />
                {test.data !== undefined && <Verdict test={test.data} />}
                <Group justify="flex-end" gap="xs">
                  <Button variant="default" onClick={onClose}>
                    {t.actions.close}
                  </Button>
                  <Button type="submit" loading={test.isPending}>
                    {texts.testRun}
                  </Button>
                </Group>
              </Stack>
            </form>
          )
        }}
      </QueryView>
    </Modal>
  )
}

const parts = ['filter', 'text', 'hours'] as const

function Verdict({ test }: { test: RuleTest }) {
  const texts = useTexts().automation
  const IconComponent = test.matches ? IconCheck : IconX
  return (
    <Alert
      role="status"
      color={test.matches ? 'green' : 'gray'}
      icon={<IconComponent size={20} stroke={1.75} aria-hidden />}
      title={test.matches ? texts.testMatches : texts.testMatchesNot}
    >
      {parts.map((part) =>
        test[part] === null ? null : (
          <div key={part}>
            {texts.testParts[part]}: {test[part] ? texts.testMet : texts.testNotMet}
          </div>
        ),
      )}
    </Alert>
  )
}
