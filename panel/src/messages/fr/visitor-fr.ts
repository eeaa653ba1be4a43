import type { Messages } from '../en.ts'

export const visitorFr: Messages['visitor'] = {
  title: 'Visite',
  currentPage: 'Page actuelle',
  lastPage: 'Dernière page',
  referrer: 'Venu de',
  browser: 'Navigateur',
  browserOn: (browser, system) => `${browser} sur ${system}`,
  device: 'Appareil',
  devices: { desktop: 'Ordinateur', phone: 'Téléphone', tablet: 'Tablette' },
  localTime: 'Heure locale',
  language: 'Langue du navigateur',
  pages: (count) => (count < 2 ? `${count} page dans cette visite` : `${count} pages dans cette visite`),
  attributes: 'Attributs',
  stated: 'Indiqués par la page',
  statedHint: 'Définis par un script de votre page. Un visiteur peut modifier ces valeurs.',
  confirmed: 'Confirmés par votre connexion',
  confirmedHint: 'Définis par votre serveur dans le jeton signé.',
  yes: 'Oui',
  no: 'Non',
  setting: 'Contexte du visiteur',
  collect: 'Montrer la visite aux agents',
  collectHint:
    'Pages, provenance, navigateur, appareil, langue et heure locale des clients qui ont écrit. Non collecté avec Do Not Track ou Global Privacy Control. Supprimé après 30 jours.',
}
