import { expectTypeOf, test } from 'vitest'
import type { ParleyApi, ParleyCall, ParleyConfig, ParleyMessage } from '../../types/parley.d.ts'

// The compiler is the test: `tsc -b` fails where a line says otherwise than the declarations.

test('a page is told what a configuration needs', () => {
  expectTypeOf<{ providerId: string }>().toExtend<ParleyConfig>()
  expectTypeOf<{ getToken: () => string }>().not.toExtend<ParleyConfig>()
  expectTypeOf<{ providerId: number }>().not.toExtend<ParleyConfig>()
  expectTypeOf<NonNullable<ParleyConfig['getToken']>>().toBeCallableWith({ jkt: 'thumbprint' })
  expectTypeOf<NonNullable<ParleyConfig['getToken']>>().returns.toEqualTypeOf<
    string | null | Promise<string | null>
  >()
})

test('each event has its detail', () => {
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

test('the globals are declared, and may be absent', () => {
  expectTypeOf<Window['parleyConfig']>().toEqualTypeOf<ParleyConfig | undefined>()
  expectTypeOf<Window['Parley']>().toEqualTypeOf<ParleyApi | undefined>()
})

test('a waiting call is checked like the call itself', () => {
  expectTypeOf<['open']>().toExtend<ParleyCall>()
  expectTypeOf<['init', { providerId: string }]>().toExtend<ParleyCall>()
  expectTypeOf<['init']>().not.toExtend<ParleyCall>()
  expectTypeOf<['on', 'unread', (detail: { count: number }) => void]>().toExtend<ParleyCall>()
  expectTypeOf<['on', 'unread', (detail: string) => void]>().not.toExtend<ParleyCall>()
  expectTypeOf<['explode']>().not.toExtend<ParleyCall>()
})
