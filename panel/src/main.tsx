import './theme/mantine.css'
import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadSpeech } from './i18n/i18n.tsx'

const place = document.querySelector('#root')
if (place === null) throw new Error('index.html has no #root')

const speech = await loadSpeech()
createRoot(place).render(
  <StrictMode>
    <App speech={speech} />
  </StrictMode>,
)
