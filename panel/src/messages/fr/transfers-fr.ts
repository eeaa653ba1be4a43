import type { Messages } from '../en.ts'

export const transfersFr: Messages['transfers'] = {
  hold: 'Mettre en attente',
  resume: 'Reprendre l’appel',
  onHold: 'En attente',
  heldFor: 'Durée d’attente',
  holdFailed: 'L’appel n’a pas pu être mis en attente ou repris. Vérifiez votre connexion.',

  transfer: 'Transférer l’appel',
  lead: 'Pendant ce temps, le client est en attente.',
  nobody: 'Aucun collègue n’est disponible pour un appel en ce moment.',
  now: 'Transférer directement',
  nowTo: (name: string) => `Transférer directement à ${name}`,
  talkFirst: 'Parler d’abord',
  talkFirstTo: (name: string) => `Parler d’abord à ${name}`,
  colleague: 'Votre collègue',

  ringing: (name: string) => `Appel de ${name} …`,
  talking: (name: string) => `Échange privé avec ${name}. Le client ne vous entend pas.`,
  declined: (name: string) => `${name} a refusé le transfert.`,
  expired: (name: string) => `${name} n’a pas répondu.`,
  disconnected: (name: string) => `${name} n’est plus connecté.`,
  nobodyIn: (name) => `Personne de ${name} n’a répondu.`,
  complete: 'Terminer le transfert',
  cancel: 'Annuler le transfert',

  incoming: {
    region: 'Transfert entrant',
    blind: (agent: string, customer: string) => `${agent} vous transfère l’appel avec ${customer}`,
    warm: (agent: string, customer: string) => `${agent} souhaite vous parler de l’appel avec ${customer}`,
    afterBlind: 'Si vous acceptez, vous êtes mis en relation avec le client.',
    afterWarm: 'Si vous acceptez, vous parlez d’abord à votre collègue. Le client est en attente.',
  },

  talk: {
    title: (agent: string, customer: string) => `Échange privé avec ${agent} à propos de ${customer}`,
    waits: 'Le client est en attente et ne vous entend pas.',
    elsewhere: (agent: string) => `Votre échange privé avec ${agent} est dans une autre fenêtre.`,
    leave: 'Quitter l’échange',
  },

  transferred: (customer: string, agent: string) => `Appel avec ${customer} transféré à ${agent}`,

  errors: {
    unavailable: 'Ce collègue ne peut pas prendre d’appel pour le moment.',
    gone: 'Le transfert est terminé.',
    tooOften: 'Cet appel a été transféré trop souvent.',
    other: 'Le transfert a échoué. Vérifiez votre connexion et réessayez.',
  },

  record: {
    held: 'En attente',
    title: 'Transferts',
    line: (from: string, to: string) => `De ${from} à ${to}`,
    former: 'Ancien agent',
    kinds: { blind: 'direct', warm: 'après un échange privé' },
    states: {
      ringing: 'Sonne',
      talking: 'Échange privé',
      completed: 'Transféré',
      declined: 'Refusé',
      expired: 'Sans réponse',
      disconnected: 'Déconnecté',
      cancelled: 'Annulé',
      withdrawn: 'Appel terminé',
    },
  },
}
