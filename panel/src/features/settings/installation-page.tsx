import { List, Text } from '@mantine/core'
import { useProvider } from '../../context/current-provider.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { PartLead } from '../../ui/part-lead.tsx'
import { Section } from '../../ui/section.tsx'
import { AllowedOrigins } from './allowed-origins.tsx'
import { contentSecurityPolicy, serviceOrigin } from './content-security-policy.ts'

export function InstallationPage() {
  const { settings } = useTexts()
  const texts = settings.installation
  const provider = useProvider()
  const origin = serviceOrigin(provider.embed_snippet, location.origin)
  return (
    <>
      <PartLead part={`${settings.widgets.installation} · ${provider.name}`}>{texts.lead}</PartLead>
      <Section title={texts.snippet}>
        <CodeBlock code={provider.embed_snippet} copyLabel={texts.copySnippet} />
        <Text size="sm" c="dimmed" mt="xs" maw="62ch">
          {texts.spa}
        </Text>
      </Section>
      <Section title={texts.origins} lead={texts.originsLead}>
        <AllowedOrigins />
      </Section>
      <Section title={texts.csp} lead={texts.cspLead}>
        <CodeBlock code={contentSecurityPolicy(origin)} copyLabel={texts.copyCsp} />
      </Section>
      <Section title={texts.test}>
        <List type="ordered" size="sm" spacing="xs" maw="62ch">
          {texts.testSteps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </Section>
    </>
  )
}
