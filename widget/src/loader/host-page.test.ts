import { expectTypeOf, test } from 'vitest'
import type { ParleyApi, ParleyCall, ParleyConfig, ParleyMessage } from '../../types/parley.d.ts'

// Checked by `tsc -b`, which fails if a line contradicts the declarations.

test('the configuration is typed', () => {
  expectTypeOf<{ providerId: string }>().toExtend<ParleyConfig>()
  expectTypeOf<{ providerId: string; user: string | null }>().toExtend<ParleyConfig>()
  expectTypeOf<{ getToken: () => string }>().not.toExtend<ParleyConfig>()
  expectTypeOf<{ providerId: number }>().not.toExtend<ParleyConfig>()
  expectTypeOf<NonNullable<ParleyConfig['getToken']>>().toBeCallableWith({ jkt: 'thumbprint' })
  expectTypeOf<NonNullable<ParleyConfig['getToken']>>().returns.toEqualTypeOf<
    string | null | Promise<string | null>
  >()
})

test('event details are typed', () => {
  const listen = (parley: ParleyApi) => {
    parley.on('unread', (detail) => expectTypeOf(detail).toEqualTypeOf<{ count: number }>())
    parley.on('message', (detail) => expectTypeOf(detail).toEqualTypeOf<ParleyMessage>())
    // @ts-expect-error there is no such event
    parley.on('opened', () => {})
    // @ts-expect-error the detail is not a string
    parley.on('unread', (detail: string) => detail)
    expectTypeOf(parley.on('open', () => {})).toEqualTypeOf<() => void>()
  }
  expectTypeOf(listen).toBeFunction()
})

test('the globals are optional before the script is loaded', () => {
  expectTypeOf<Window['parleyConfig']>().toEqualTypeOf<ParleyConfig | undefined>()
  expectTypeOf<undefined>().toExtend<Window['Parley']>()
  // @ts-expect-error a queue has no methods
  const early = () => window.Parley?.open()
  expectTypeOf(early).toBeFunction()
})

test('the documented calls are typed', () => {
  const queue = () => (window.Parley = window.Parley || []).push(['open'])
  const update = () => Parley.update({ user: '42' })
  // @ts-expect-error there is no such method
  const explode = () => (window.Parley = window.Parley || []).push(['explode'])
  for (const call of [queue, update, explode]) expectTypeOf(call).toBeFunction()
})

test('queued calls are typed like direct calls', () => {
  expectTypeOf<['open']>().toExtend<ParleyCall>()
  expectTypeOf<['destroy']>().toExtend<ParleyCall>()
  expectTypeOf<['init', { providerId: string }]>().toExtend<ParleyCall>()
  expectTypeOf<['init']>().not.toExtend<ParleyCall>()
  expectTypeOf<['on', 'unread', (detail: { count: number }) => void]>().toExtend<ParleyCall>()
  expectTypeOf<['on', 'unread', (detail: string) => void]>().not.toExtend<ParleyCall>()
  expectTypeOf<['update', { user: string | null }]>().toExtend<ParleyCall>()
  expectTypeOf<
    ['update', { attributes: { plan: string; orders: number; vip: true } }]
  >().toExtend<ParleyCall>()
  expectTypeOf<['update', { attributes: { plan: { name: string } } }]>().not.toExtend<ParleyCall>()
  expectTypeOf<['update', { providerId: string }]>().not.toExtend<ParleyCall>()
  expectTypeOf<['explode']>().not.toExtend<ParleyCall>()
})
