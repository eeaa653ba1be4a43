import { expect, it } from 'vitest'
import { withNotices } from './notices.ts'

it('shortens a long text, but not the notices below it', () => {
  const notices = ['📎 +2 (too many attachments)', '📎 setup.exe (type not allowed)']
  expect(withNotices('Hello', notices)).toBe(`Hello\n${notices.join('\n')}`)
  expect(withNotices('', notices)).toBe(notices.join('\n'))
  const long = withNotices('x'.repeat(9000), notices)
  expect(long).toHaveLength(8000)
  expect(long.endsWith(`x…\n${notices.join('\n')}`)).toBe(true)
  expect(withNotices('x'.repeat(9000), [])).toBe('x'.repeat(8000))
})
