import { expect, test } from 'vitest'
import { fillVariables, unknownVariable, unresolvedIn, variablesIn } from './canned-reply-variables.ts'

const values = { 'customer.first_name': 'Ana', 'agent.name': ' ', 'organization.name': null }

test('a variable without value and fallback stays, and is found before sending', () => {
  const filled = fillVariables('Hi {{agent.name}}, {{organization.name}} {{customer.email}}', values)
  expect(filled).toBe('Hi {{agent.name}}, {{organization.name}} {{customer.email}}')
  expect(unresolvedIn(filled).map(({ name }) => name)).toEqual([
    'agent.name',
    'organization.name',
    'customer.email',
  ])
})

test('a value wins over the fallback, the fallback over nothing', () => {
  expect(fillVariables('{{customer.first_name|there}}', values)).toBe('Ana')
  expect(fillVariables('{{ customer.first_name }}', values)).toBe('Ana')
  expect(fillVariables('{{organization.name| our team }}', values)).toBe('our team')
  expect(fillVariables('{{organization.name|}}', values)).toBe('{{organization.name|}}')
})

test('a value is never expanded, so that a customer’s name cannot read other variables', () => {
  const hostile = { 'customer.first_name': '{{customer.email}}', 'customer.email': 'ana@example.com' }
  const filled = fillVariables('Hi {{customer.first_name}} $1 $&', hostile)
  expect(filled).toBe('Hi {{customer.email}} $1 $&')
  expect(unresolvedIn(filled)).toHaveLength(1)
})

test('misspelled variables are reported, other double braces are text', () => {
  expect(unknownVariable('{{customer.name}} {{customer.nme|x}}')).toBe('{{customer.nme|x}}')
  expect(unknownVariable('{{ name }} {{a.b.c}} {{{x}}}')).toBeNull()
  expect(unresolvedIn('Write {{ user.name }} in your template')).toEqual([])
  expect(unresolvedIn('{{customer.nme}}')).toHaveLength(1)
})

test('positions are those of the text', () => {
  expect(variablesIn('a {{agent.name|b}} c')).toEqual([
    { text: '{{agent.name|b}}', start: 2, name: 'agent.name', fallback: 'b' },
  ])
})
