// Must not import zod: browsers load this file.

/** Every action of the audit log, in words. */
export const AUDIT_TEXTS = {
  'member.edit': 'Modifica di un utente',
  'member.delete': 'Cancellazione di un utente',
  'member.erase': 'Cancellazione del proprio account',
  'member.make-admin': 'Nomina ad amministratore',
  'member.first-admin': 'Primo amministratore',
  'member.new-password': 'Nuova password',
  'member.email-requested': 'Nuova e-mail chiesta',
  'member.new-email': 'Nuova e-mail confermata',
  'member.restored': 'Modifica dell’account annullata',
  'passkey.add': 'Passkey aggiunta',
  'passkey.remove': 'Passkey rimossa',
  'passkey.replayed': 'Passkey rifiutata: forse ne esiste una copia',
  'wallet.reveal': 'Chiave del portafoglio mostrata',
  'welcome.release': 'VAL di benvenuto dati',
  'listing.edit': 'Modifica di un annuncio altrui',
  'listing.delete': 'Cancellazione di un annuncio altrui',
  'order.delete': 'Cancellazione di una richiesta',
  'order.settle': 'Problema di una richiesta deciso',
  'payment.return': 'VAL restituiti',
  'report.add': 'Segnalazione',
  'report.hide': 'Annuncio nascosto da due segnalazioni',
  'decision.none': 'Decisione: nessun provvedimento',
  'decision.hide': 'Decisione: contenuto nascosto',
  'decision.remove': 'Decisione: contenuto rimosso',
  'decision.suspend': 'Decisione: account sospeso',
  'decision.return': 'Decisione: VAL restituiti',
  'decision.object': 'Ricorso',
  'decision.upheld': 'Ricorso respinto',
  'decision.reversed': 'Ricorso accolto',
  'suspension.lift': 'Sospensione tolta',
  'settings.write': 'Impostazioni salvate',
  'synonyms.add': 'Gruppo di sinonimi aggiunto',
  'synonyms.remove': 'Gruppo di sinonimi tolto',
  'export.members': 'Elenco degli utenti scaricato',
  'export.listings': 'Elenco degli annunci scaricato',
  'export.orders': 'Elenco delle richieste scaricato',
  'backup.download': 'Copia di sicurezza scaricata',
  'export.movements': 'Movimenti VAL scaricati',
  'newsletter.send': 'Newsletter spedita',
  'member.import': 'Iscrizioni da un file',
  'member.end-sessions': 'Sessioni chiuse',
  'text.write': 'Nuova versione di un testo',
  'desk.register': 'Sportello: nuova persona',
  'desk.card': 'Sportello: nuova tessera',
  'desk.begin': 'Sportello: inizio per conto di',
  'desk.call': 'Sportello: per conto di',
  'desk.refused': 'Sportello: non riuscito',
  'desk.done': 'Sportello: fatto',
  'desk.payment': 'Sportello: pagamento',
  'treasury.gift': 'Tesoreria: VAL dati',
  'treasury.propose': 'Tesoreria: VAL proposti',
  'treasury.approve': 'Tesoreria: secondo sì',
  'treasury.withdraw': 'Tesoreria: proposta annullata',
  'treasury.stop': 'Tesoreria: VAL fermati prima di partire',
  'treasury.revoke': 'Tesoreria: VAL ripresi',
  'treasury.import': 'Tesoreria: VAL dati da un file',
  'treasury.mint': 'Tesoreria: VAL creati',
  'round.announce': 'Giro di evaporazione annunciato',
  'round.cancel': 'Giro di evaporazione annullato',
  'round.call': 'Giro di evaporazione partito',
} as const
export type AuditAction = keyof typeof AUDIT_TEXTS

/** What the log can be narrowed to. */
export const AUDIT_KINDS = {
  people: 'Persone e account',
  money: 'VAL e tesoreria',
  exchanges: 'Annunci e richieste',
  reports: 'Segnalazioni e decisioni',
  desk: 'Sportello',
  association: 'Impostazioni, testi e file',
} as const
export type AuditKind = keyof typeof AUDIT_KINDS
export const AUDIT_KIND_NAMES = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]

type Subject<Action> = Action extends `${infer Name}.${string}` ? Name : never

const KIND_OF: Record<Subject<AuditAction>, AuditKind> = {
  member: 'people',
  passkey: 'people',
  suspension: 'people',
  wallet: 'money',
  welcome: 'money',
  payment: 'money',
  treasury: 'money',
  round: 'money',
  listing: 'exchanges',
  order: 'exchanges',
  report: 'reports',
  decision: 'reports',
  desk: 'desk',
  settings: 'association',
  synonyms: 'association',
  export: 'association',
  backup: 'association',
  newsletter: 'association',
  text: 'association',
}

export const actionsOf = (kind: AuditKind): AuditAction[] =>
  (Object.keys(AUDIT_TEXTS) as AuditAction[]).filter(
    (action) => KIND_OF[action.split('.')[0] as Subject<AuditAction>] === kind,
  )

/** Entries of older versions may have actions that are recorded no more. */
export const auditText = (action: string): string => (AUDIT_TEXTS as Record<string, string>)[action] ?? action
