// Colour scheme and writing direction before the first paint. A file of its own and not a line in index.html:
// the panel's Content-Security-Policy runs no inline script.
;(() => {
  const root = document.documentElement
  const dark = () => matchMedia('(prefers-color-scheme: dark)').matches
  let scheme = null
  let language = null
  try {
    scheme = localStorage.getItem('parley-color-scheme')
    language = localStorage.getItem('parley-language')
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
  root.dataset.mantineColorScheme =
    scheme === 'light' || scheme === 'dark' ? scheme : dark() ? 'dark' : 'light'
  if (language === 'ar' || (language === null && /^ar\b/.test(navigator.language))) root.dir = 'rtl'
})()
