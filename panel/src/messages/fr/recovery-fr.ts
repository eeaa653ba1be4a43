import type { Messages } from '../en.ts'

export const recoveryFr: Messages['recovery'] = {
  forgotLink: 'Mot de passe oublié ?',
  forgot: {
    title: 'Réinitialiser le mot de passe',
    lead: 'Saisissez votre adresse e-mail. Si elle a un compte, un lien y est envoyé.',
    action: 'Envoyer le lien',
    sent: 'Consultez votre messagerie',
    sentText: (email: string) =>
      `Si ${email} a un compte, un lien pour choisir un nouveau mot de passe est en route. Il fonctionne une fois, pendant une heure.`,
    back: 'Retour à la connexion',
    withoutMail:
      'Cette installation n’envoie pas d’e-mail. Demandez un lien à un administrateur de votre organisation : il le crée dans Réglages > Personnes.',
    operator:
      'Si aucun administrateur ne peut vous aider, par exemple parce que vous êtes le seul propriétaire ou membre de plusieurs organisations, l’exploitant du serveur crée un lien avec cette commande :',
    copyCommand: 'Copier la commande',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    lead: (email: string) => `Pour ${email}. Toutes vos sessions sont fermées.`,
    password: 'Nouveau mot de passe',
    action: 'Enregistrer le mot de passe',
    done: 'Votre mot de passe a été modifié',
    doneText: 'Connectez-vous avec le nouveau mot de passe.',
    loading: 'Vérification du lien',
    newLink: 'Obtenir un nouveau lien',
    invalid: 'Ce lien n’est pas valide',
    invalidText: 'Il est incomplet, a été remplacé ou ne peut plus être utilisé. Obtenez-en un nouveau.',
    expired: 'Ce lien a expiré',
    expiredText: 'Obtenez-en un nouveau.',
    used: 'Ce lien a déjà été utilisé',
    usedText: 'Si c’était vous, connectez-vous avec le nouveau mot de passe. Sinon, obtenez un nouveau lien.',
  },
  confirmEmail: {
    title: 'Confirmer votre adresse e-mail',
    lead: 'Vous vous connectez ensuite avec cette adresse et pouvez y recevoir des notifications.',
    action: 'Confirmer',
    done: 'Adresse e-mail confirmée',
    doneText: (email: string) => `Vous vous connectez avec ${email}.`,
    open: 'Aller au panneau',
  },
  setup: {
    token: 'Clé d’installation',
    tokenHint:
      'Parley l’a affichée à son démarrage, dans un lien vers cette page. Elle prouve que cette installation est à vous.',
  },
  team: {
    create: 'Créer un lien de réinitialisation',
    createFor: (name: string) => `Créer un lien de réinitialisation pour ${name}`,
    title: (name: string) => `Réinitialiser le mot de passe de ${name} ?`,
    text: 'Vous obtenez un lien avec lequel cette personne choisit un nouveau mot de passe. Il fonctionne une fois, pendant 24 heures. Toutes ses sessions sont alors fermées.',
    ready: 'Le lien est prêt',
    readyText: (name: string) =>
      `Copiez-le maintenant et envoyez-le à ${name} en privé. Il n’est affiché que cette fois.`,
    copy: 'Copier le lien de réinitialisation',
    alreadyMember: (name: string) =>
      `${name} est déjà membre. En cas de mot de passe oublié, créez un lien de réinitialisation.`,
  },
  profile: {
    email: 'Adresse de connexion',
    emailLead: 'L’adresse e-mail avec laquelle vous vous connectez.',
    emailLeadMail:
      'L’adresse e-mail avec laquelle vous vous connectez. Un changement se confirme par un lien envoyé à la nouvelle adresse.',
    newEmail: 'Nouvel e-mail',
    change: 'Changer l’e-mail',
    changed: 'L’e-mail a été modifié.',
    sent: (email: string) =>
      `Ouvrez le lien envoyé à ${email}. D’ici là, vous vous connectez avec l’ancienne adresse.`,
    unconfirmed: (email: string) =>
      `Aucune notification et aucun rapport ne sont envoyés à ${email} tant que l’adresse n’est pas confirmée.`,
    sendConfirmation: 'Envoyer le lien de confirmation',
    confirmationSent: (email: string) => `Ouvrez le lien envoyé à ${email}.`,
    confirmed: 'L’adresse est confirmée.',
    sessions: 'Sessions',
    sessionsLead: 'Vous déconnecte de tous les navigateurs, y compris celui-ci.',
    signOutEverywhere: 'Se déconnecter partout',
  },
}
