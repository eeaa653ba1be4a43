import type { Messages } from '../en.ts'

export const collisionDe: Messages['collision'] = {
  looks: {
    viewing: (name) => `${name} sieht sich das Gespräch an`,
    drafting: (name) => `${name} hat eine ungesendete Antwort`,
    writing: (name) => `${name} schreibt gerade`,
  },
  replied: (name, when) => `${name} hat ${when} geantwortet.`,
  repliedMeanwhile: 'Jemand aus dem Team hat inzwischen geantwortet.',
  question: 'Trotzdem senden?',
  sendAnyway: 'Trotzdem senden',
  keepEditing: 'Weiter bearbeiten',
}
