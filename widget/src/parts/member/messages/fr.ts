import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  member: 'Connecté',

  signInReason:
    'Connectez-vous pour retrouver vos conversations sur tous vos appareils. Les messages envoyés sans connexion restent séparés.',
  continueWith: 'Continuer avec {name}',
  stayAnonymous: 'Continuer en tant qu’invité',
  goOnThere: 'Continuez dans la fenêtre de {name}.',
  notYet: 'Vous n’êtes pas encore connecté. Si la fenêtre est toujours ouverte, continuez-y.',
  blocked: 'Votre navigateur a bloqué la fenêtre de connexion.',
  openHere: 'Continuer dans cet onglet',

  closeAccount: 'Fermer le compte',
  closeQuestion: 'Fermer votre compte ?',
  closeMeaning:
    'Vous serez déconnecté. Notre équipe conserve vos messages et verra que vous avez fermé le compte. Reconnectez-vous pour le rouvrir.',

  whichLanguage: 'Dans quelle langue souhaitez-vous nos réponses ?',
  goOn: 'Commencer la discussion',

  cancel: 'Annuler',
  failed: 'Une erreur s’est produite. Réessayez.',
  tryAgain: 'Réessayer',
} satisfies MemberMessages
