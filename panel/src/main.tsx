import './theme/mantine.css'
import './theme/tokens.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadLanguage } from './i18n/i18n.tsx'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')

const language = await loadLanguage()
// After a style sheet has failed, the message of first-paint.js hides the panel: without this, it would run and ring unseen.
if (document.querySelector('.failed') === null) {
  createRoot(root).render(
    <StrictMode>
      <App language={language} />
    </StrictMode>,
  )
}
