import { expect, it } from 'vitest'
import { withNotices } from './notices.ts'

it('shortens a long text, but not the notices below it', () => {
  const notices = ['📎 +2 (too many attachments)', '📎 setup.exe (type not allowed)']
  expect(withNotices({ text: 'Hello' }, notices)).toBe(`Hello\n${notices.join('\n')}`)
  expect(withNotices({ text: '' }, notices)).toBe(notices.join('\n'))
  const original = {}
  const long = withNotices({ text: 'x'.repeat(9000), original }, notices)
  expect(long).toHaveLength(8000)
  expect(long.endsWith(`x…\n${notices.join('\n')}`)).toBe(true)
  expect(withNotices({ text: 'x'.repeat(9000), original }, [])).toBe('x'.repeat(8000))
})

it('says that a text was shortened if the whole is not kept elsewhere', () => {
  expect(withNotices({ text: 'x'.repeat(8000) }, [])).toBe('x'.repeat(8000))
  const end = '… (shortened)'
  expect(withNotices({ text: 'x'.repeat(8001) }, [])).toBe(`${'x'.repeat(8000 - end.length)}${end}`)
  const notice = '📎 setup.exe (type not allowed)'
  const long = withNotices({ text: 'x'.repeat(9000) }, [notice])
  expect(long).toHaveLength(8000)
  expect(long.endsWith(`x${end}\n${notice}`)).toBe(true)
})
