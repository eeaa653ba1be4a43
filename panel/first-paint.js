// Sets language, writing direction and colour scheme before the first paint, and offers to load the panel again if its code or a style
// sheet cannot be loaded, or does not run in this browser. A separate file because the Content-Security-Policy forbids inline scripts.
;(() => {
  const root = document.documentElement
  const texts = {
    en: ['Loading', 'Parley could not be loaded.', 'Reload'],
    tr: ['Yükleniyor', 'Parley yüklenemedi.', 'Yeniden yükle'],
    de: ['Wird geladen', 'Parley konnte nicht geladen werden.', 'Neu laden'],
    es: ['Cargando', 'No se pudo cargar Parley.', 'Recargar'],
    fr: ['Chargement', 'Parley n’a pas pu être chargé.', 'Recharger'],
    ar: ['جارٍ التحميل', 'تعذّر تحميل Parley.', 'إعادة التحميل'],
  }
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
  // As preferredLanguage() in i18n.tsx.
  root.lang =
    [language ?? '', ...navigator.languages]
      .map((tag) => tag.toLowerCase().split('-')[0])
      .find((tag) => Object.keys(texts).includes(tag)) ?? 'en'
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  const [loading, failed, reload] = texts[root.lang]

  new MutationObserver((_, observer) => {
    const skeleton = document.querySelector('.start')
    if (skeleton === null) return
    observer.disconnect()
    skeleton.setAttribute('aria-label', loading)
  }).observe(root, { childList: true, subtree: true })

  const isMissing = (target) =>
    target instanceof Element &&
    target.matches('script[src^="/panel/assets/"], body > link[href^="/panel/assets/"]')
  /** An uncaught exception of the panel's code before the first page. React also renders style elements, before it. */
  const isBroken = ({ filename = '' }) =>
    filename.startsWith(`${location.origin}/panel/assets/`) &&
    document.querySelector('#root > :not(style)') === null

  addEventListener(
    'error',
    (event) => {
      const skeleton = document.querySelector('.start')
      if (skeleton?.localName !== 'output' || !(isMissing(event.target) || isBroken(event))) return
      const message = document.createElement('div')
      message.className = 'start failed'
      message.setAttribute('role', 'alert')
      const button = document.createElement('button')
      button.textContent = reload
      button.addEventListener('click', () => location.reload())
      message.append(failed, button)
      skeleton.replaceWith(message)
    },
    true,
  )
})()
