import type { Call } from '@parley/protocol/call'
import { describe, expect, it } from 'vitest'
import { callsEn } from '../../messages/calls-en.ts'
import { phaseText, waitingFirst } from './live-call-list.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are shown
const call = (id: string, part: Partial<Call> = {}) => ({ id, agent: null, position: null, ...part }) as Call

describe('the live calls', () => {
  it('list those that wait first, however many agents are talking', () => {
    const talking = Array.from({ length: 100 }, (_, n) => call(`active ${n}`))
    const shown = waitingFirst([call('first'), call('second')], talking).map(({ id }) => id)
    expect(shown.slice(0, 3)).toEqual(['first', 'second', 'active 0'])
    expect(shown).toHaveLength(102)
  })

  it('list a call once that was accepted between the two requests', () => {
    const shown = waitingFirst([call('a'), call('b')], [call('a', { phase: 'active' })])
    expect(shown).toMatchObject([{ id: 'b' }, { id: 'a', phase: 'active' }])
  })

  it('show a queue position only if it is known', () => {
    const { now } = callsEn
    expect(phaseText(now, call('a', { phase: 'pending', position: 2 }))).toBe('Waiting, position 2')
    expect(phaseText(now, call('a', { phase: 'pending' }))).toBe('Waiting')
  })

  it('do not count more than 100 waiting calls', () => {
    expect([1, 99, 100].map(callsEn.now.waiting)).toEqual([
      '1 call waiting',
      '99 calls waiting',
      'More than 99 calls waiting',
    ])
  })
})
