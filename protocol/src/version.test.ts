import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentCommands, widgetCommands } from './upstream.ts'
import { protocolVersion } from './version.ts'

/** Server messages exist only as TypeScript types, so the hash covers their source text. */
const downstreamSources = [
  'downstream.ts',
  'session.ts',
  'timeline.ts',
  'typing.ts',
  'inbox.ts',
  'event.ts',
  'look.ts',
  'message.ts',
  'message-change.ts',
  'message-delivery.ts',
  'sender.ts',
  'media.ts',
  'note.ts',
  'draft.ts',
  'notification.ts',
  'label.ts',
  'team.ts',
  'triage.ts',
  'survey.ts',
  'sla-metric.ts',
  'contact.ts',
  'continuity.ts',
  'business-hours.ts',
  'call.ts',
  'call-settings.ts',
  'call-view.ts',
  'visitor-context.ts',
]

function wireShape(): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify({ widgetCommands, agentCommands }))
  for (const name of downstreamSources) {
    const source = readFileSync(new URL(name, import.meta.url), 'utf8')
    hash.update(source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' '))
  }
  return hash.digest('hex').slice(0, 16)
}

test('[V1] the wire does not change without a new protocol version', () => {
  const recorded: Record<number, string> = {
    1: 'a35ee7883860f343',
    2: '887ddeac9f4d61f3',
    3: 'cff1cb9fd3b9ea18',
    4: 'bba225f3ab047a57',
    5: '0e69012ced528caf',
    6: '8fe9b4439669fa35',
  }
  expect(
    wireShape(),
    'What travels has changed. Raise protocolVersion in version.ts, say there what changed, and record the new shape here.',
  ).toBe(recorded[protocolVersion])
})
