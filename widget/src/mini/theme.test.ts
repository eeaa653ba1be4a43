// oxlint-disable-next-line no-restricted-imports -- not shipped
import * as protocol from '@parley/protocol/contrast'
import { describe, expect, it } from 'vitest'
import { contrast, luminance } from './contrast.ts'
import { readLaunch, readTheme } from './launch.ts'
import { themeOf } from './theme.ts'

describe('the theme of the platform', () => {
  it('decides between light and dark by the background', () => {
    expect(themeOf({ bg_color: '#17212b', text_color: '#f5f5f5' })?.scheme).toBe('dark')
    expect(themeOf({ bg_color: '#ffffff', text_color: '#000000' })?.scheme).toBe('light')
  })

  it('colours surface and text', () => {
    const css = themeOf({ bg_color: '#ffffff', text_color: '#000000', hint_color: '#595959' })?.css
    expect(css).toContain('--surface:#ffffff;--text:#000000;--soft:#595959;')
  })

  it('ignores colours with a contrast below 4.5:1', () => {
    expect(themeOf({ bg_color: '#ffffff', text_color: '#cccccc' })).toEqual({ scheme: 'light', css: '' })
    const paleHint = themeOf({ bg_color: '#ffffff', text_color: '#000000', hint_color: '#c4c9cc' })
    expect(paleHint?.css).not.toContain('#c4c9cc')
    expect(themeOf({})).toBeNull()
  })

  it('measures contrast like the service', () => {
    for (const color of ['#000000', '#ffffff', '#17212b', '#7f0a03']) {
      expect(luminance(color)).toBeCloseTo(protocol.luminance(color), 12)
      expect(contrast(luminance(color), 1)).toBeCloseTo(protocol.contrast(protocol.luminance(color), 1), 12)
    }
  })

  it('ignores values that are not `#rrggbb`', () => {
    const params = { bg_color: '#17212B', text_color: 'red;}', hint_color: 7, link_color: '#fff' }
    expect(readTheme(params)).toEqual({ bg_color: '#17212B' })
    expect(readTheme(null)).toEqual({})
  })
})

describe('the launch parameters', () => {
  it('name the person and the language, and keep initData as it is', () => {
    const initData = `query_id=1&user=${encodeURIComponent('{"id":4711,"language_code":"de"}')}&hash=ab`
    const hash = new URLSearchParams({
      tgWebAppData: initData,
      tgWebAppThemeParams: '{"bg_color":"#000000"}',
    })
    expect(readLaunch(`#${hash.toString()}`)).toEqual({
      initData,
      language: 'de',
      userId: '4711',
      theme: { bg_color: '#000000' },
    })
  })

  it('may be missing or damaged', () => {
    const none = { initData: '', language: null, userId: null, theme: {} }
    expect(readLaunch('')).toEqual(none)
    expect(readLaunch('#tgWebAppData=hash%3D1&tgWebAppData=hash%3D2')).toEqual(none)
    expect(readLaunch('#tgWebAppThemeParams=%7B')).toEqual(none)
    const strange = readLaunch(`#tgWebAppData=${encodeURIComponent('user=[]&hash=1')}`)
    expect(strange).toMatchObject({ initData: 'user=[]&hash=1', userId: null })
  })
})
