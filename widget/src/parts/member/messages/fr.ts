import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  member: 'Connecté',

  signInReason:
    'Une fois connecté, vous retrouvez vos conversations sur tous vos appareils. Ce que vous avez écrit sans vous connecter reste à part.',
  continueWith: 'Continuer avec {name}',
  stayAnonymous: 'Rester anonyme',
  goOnThere: 'Continuez dans la fenêtre de {name}.',
  notYet: 'Vous n’êtes pas encore connecté. Si la fenêtre est toujours ouverte, continuez-y.',
  blocked: 'Votre navigateur a bloqué la fenêtre.',
  openHere: 'Continuer dans cet onglet',

  closeAccount: 'Fermer le compte',
  closeQuestion: 'Fermer votre compte ?',
  closeMeaning:
    'Vous êtes déconnecté, et notre équipe voit que vous avez fermé le compte. Elle conserve les messages. Une nouvelle connexion rouvre le compte.',

  whichLanguage: 'Dans quelle langue souhaitez-vous nos réponses ?',
  goOn: 'Commencer la discussion',

  cancel: 'Annuler',
  failed: 'Cela n’a pas marché. Réessayez.',
  tryAgain: 'Réessayer',
} satisfies MemberMessages
