// Sets colour scheme and writing direction before the first paint. A separate file because the Content-
// Security-Policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  const dark = () => matchMedia('(prefers-color-scheme: dark)').matches
  let scheme = null
  let language = null
  try {
    scheme = localStorage.getItem('parley-color-scheme')
    language = localStorage.getItem('parley-language')
  } catch {
    // Storage may be blocked: use the defaults.
  }
  root.dataset.mantineColorScheme =
    scheme === 'light' || scheme === 'dark' ? scheme : dark() ? 'dark' : 'light'
  if (language === 'ar' || (language === null && /^ar\b/.test(navigator.language))) root.dir = 'rtl'
})()
