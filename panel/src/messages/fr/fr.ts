import type { Messages } from '../en.ts'
import { mailedFr } from './continuity-fr.ts'
import { automaticRepliesFr, replyWindowFr } from './automatic-replies-fr.ts'
import { automationFr } from './automation-fr.ts'
import { callSettingsFr } from './call-settings-fr.ts'
import { callsFr } from './calls-fr.ts'
import { channelMailFr } from './channel-mail-fr.ts'
import { channelsFr } from './channels-fr.ts'
import { collisionFr } from './collision-fr.ts'
import { staleFr } from './stale-fr.ts'
import { deliveriesFr } from './deliveries-fr.ts'
import { deskFr } from './desk-fr.ts'
import { entryFr } from './entry-fr.ts'
import { holidaysFr } from './holidays-fr.ts'
import { inboxFr } from './inbox-fr.ts'
import { loginProblemsFr } from './login-problems-fr.ts'
import { mailFr } from './mail-fr.ts'
import { memberLoginFr } from './member-login-fr.ts'
import { miniAppFr } from './mini-app-fr.ts'
import { notificationsFr } from './notifications-fr.ts'
import { recoveryFr } from './recovery-fr.ts'
import { reportsFr } from './reports-fr.ts'
import { serviceFr } from './service-fr.ts'
import { settingsFr } from './settings-fr.ts'
import { sharingFr } from './sharing-fr.ts'
import { shellFr } from './shell-fr.ts'
import { slaFr } from './sla-fr.ts'
import { transfersFr } from './transfers-fr.ts'
import { visitorFr } from './visitor-fr.ts'
import { apiKeysFr, webhooksFr } from './webhooks-fr.ts'

export const fr: Messages = {
  problems: {
    unexpected: 'Une erreur est survenue. Réessayez.',
    rateLimitedFor: (seconds) =>
      seconds < 90
        ? `Trop d’essais. Attendez ${Math.max(1, Math.ceil(seconds))} secondes, puis réessayez.`
        : `Trop d’essais. Attendez ${Math.ceil(seconds / 60)} minutes, puis réessayez.`,
    byCode: {
      network: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
      invalid_request: 'La requête n’était pas valide. Vérifiez votre saisie.',
      unauthenticated: 'Vous êtes déconnecté. Connectez-vous à nouveau.',
      forbidden: 'Votre rôle ne le permet pas. Adressez-vous à un admin.',
      not_found: 'Cela n’existe pas, ou vous ne pouvez pas le voir.',
      payload_too_large: 'C’est plus grand que ce que le service accepte.',
      rate_limited: 'Trop d’essais. Attendez un moment, puis réessayez.',
      internal: 'Une erreur interne s’est produite et a été enregistrée. Réessayez.',
      unavailable: 'Le service est temporairement indisponible. Réessayez dans un instant.',
      storage_full: 'Le disque du service est plein. Réessayez quand l’exploitant aura libéré de la place.',
      setup_done: 'Cette installation est déjà configurée. Connectez-vous.',
      credentials_invalid: 'L’e-mail ou le mot de passe est faux.',
      email_taken: 'Cette adresse e-mail est déjà prise. Connectez-vous.',
      password_weak: 'Le mot de passe doit avoir au moins 10 caractères.',
      invitation_invalid: 'Cette invitation n’existe pas ou a été retirée.',
      invitation_expired: 'Cette invitation a expiré. Demandez-en une nouvelle.',
      invitation_used: 'Cette invitation a déjà servi. Connectez-vous.',
      already_member: 'Vous êtes déjà dans cette organisation.',
      account_shared:
        'Cette personne est aussi membre d’une autre organisation. Elle peut réinitialiser son mot de passe par e-mail, ou l’exploitant du serveur peut créer un lien.',
      reset_invalid: 'Ce lien n’est pas valide. Obtenez-en un nouveau.',
      reset_expired: 'Ce lien a expiré. Obtenez-en un nouveau.',
      reset_used: 'Ce lien a déjà été utilisé. Connectez-vous avec le nouveau mot de passe.',
      email_link_invalid: 'Ce lien n’est pas valide ou a déjà été utilisé.',
      email_link_expired: 'Ce lien a expiré. Demandez-en un nouveau dans votre profil.',
      mail_off: 'Cette installation n’envoie pas d’e-mail. Demandez un lien à un administrateur.',
      mail_not_sent: 'Le serveur de messagerie n’a pas accepté le message. Réessayez.',
      setup_token_invalid:
        'La clé d’installation manque ou est incorrecte. Ouvrez le lien que Parley a affiché à son démarrage.',
      last_owner:
        'Une organisation a besoin d’au moins un propriétaire. Nommez d’abord quelqu’un d’autre propriétaire.',
      api_key_limit:
        'Vous avez atteint le nombre maximal de clés d’API. Révoquez-en une dont vous n’avez pas besoin.',
      secret_key_rotating: 'Deux clés sont déjà actives. Retirez d’abord l’ancienne.',
      secret_key_unreadable:
        'La clé secrète ne peut pas être déchiffrée, car le secret de Parley a changé. Créez-en une nouvelle.',
      webhook_limit:
        'Vous avez atteint le nombre maximal de webhooks. Supprimez-en un dont vous n’avez pas besoin.',
      delivery_too_old: 'Les événements peuvent être renvoyés pendant 14 jours.',
      webhook_inactive: 'Le webhook est désactivé ou supprimé. Activez-le d’abord.',
      webhook_secret_unreadable:
        'Le secret de signature ne peut pas être déchiffré, car le secret de Parley a changé. Générez-en un nouveau.',
      webhook_unsubscribed: 'Le webhook n’est plus abonné à cet événement.',
    },
  },

  actions: {
    save: 'Enregistrer',
    saved: 'Enregistré',
    cancel: 'Annuler',
    close: 'Fermer',
    retry: 'Réessayer',
    copy: 'Copier',
    copied: 'Copié',
    reveal: 'Afficher',
    discard: 'Abandonner les changements',
  },

  sharing: sharingFr,
  shell: shellFr,
  entry: entryFr,
  recovery: recoveryFr,
  settings: settingsFr,
  memberLogin: memberLoginFr,
  loginProblems: loginProblemsFr,
  webhooks: webhooksFr,
  deliveries: deliveriesFr,
  apiKeys: apiKeysFr,
  inbox: inboxFr,
  calls: callsFr,
  callSettings: callSettingsFr,
  desk: deskFr,
  transfers: transfersFr,
  mail: mailFr,
  notifications: notificationsFr,
  collision: collisionFr,
  stale: staleFr,
  channels: channelsFr,
  channelMail: channelMailFr,
  miniApp: miniAppFr,
  automaticReplies: automaticRepliesFr,
  replyWindow: replyWindowFr,
  mailed: mailedFr,
  service: serviceFr,
  holidays: holidaysFr,
  automation: automationFr,
  reports: reportsFr,
  visitor: visitorFr,
  sla: slaFr,
}
